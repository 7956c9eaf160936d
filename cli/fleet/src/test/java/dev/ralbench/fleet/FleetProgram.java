package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An agent or a main as a program of its own, which prints a line for each thing that happens.
 *
 * <p>{@code agent KEY HASH} listens on any port of loopback; {@code main KEY HASH ADDRESS...} joins agents, starts a run on
 * them and leaves it on. KEY is a file, or {@code -} for none.
 */
final class FleetProgram {
    private static final Clock CLOCK = Clock.system();

    private FleetProgram() {}

    private static void say(String line) {
        System.out.println(line);
    }

    public static void main(String[] args) throws InterruptedException {
        var key =
                Optional.of(args[1]).filter(file -> !file.equals("-")).map(file -> FleetKey.read(Path.of(file), CLOCK));
        var build = new Build("ralbench 1", args[2]);
        try {
            switch (args[0]) {
                case "agent" -> agent(key, build);
                case "main" -> lead(key, build, Stream.of(args).skip(3).toList());
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (Failure failure) {
            say("failed: " + failure.what() + ", " + failure.why());
            System.exit(7);
        }
        System.exit(0);
    }

    private static void agent(Optional<FleetKey> key, Build build) throws InterruptedException {
        var endpoint = new Endpoint("127.0.0.1", 0);
        var facts = new AgentFacts(build, "", Runtime.version().toString(), 1, 0);
        try (var agent = Agent.listen(endpoint, key, facts, Work::new, FleetProgram::say, CLOCK)) {
            say("port " + agent.port());
            agent.await();
        }
    }

    private static void lead(Optional<FleetKey> key, Build build, List<String> addresses) throws InterruptedException {
        var endpoints =
                addresses.stream().map(text -> Endpoint.parse("--agents", text)).toList();
        try (var fleet = Fleet.join(endpoints, key, build, Duration.ZERO, new HeardEvents(), CLOCK)) {
            fleet.all(FleetAgent::clock);
            fleet.all(agent -> agent.prepare(1, agent.name().getBytes(StandardCharsets.UTF_8)));
            fleet.all(agent -> agent.startAt(1, CLOCK.nanoTime()));
            say("run is on");
            new CountDownLatch(1).await();
        }
    }

    /** Reports that it goes on, ten times a second, until it is stopped. */
    private static final class Work implements AgentWork {
        private static final byte[] ALIVE = {1};
        private static final long TENTH_MILLIS = 100;

        private final MainLink main;
        private final CountDownLatch end = new CountDownLatch(1);

        private Work(MainLink main) {
            this.main = main;
        }

        @Override
        public byte[] prepare(byte[] share) {
            return share;
        }

        @Override
        public void startAt(long nanoTime) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (!end.await(TENTH_MILLIS, TimeUnit.MILLISECONDS)) {
                        main.progress(ALIVE);
                    }
                } catch (InterruptedException e) {
                    // the end of the program
                }
            });
        }

        @Override
        public void goOn(Point point, int window, long nanoTime, LeastLengths atLeast, long repeated) {
            main.reached(point, window, atLeast);
        }

        @Override
        public void followWith(int window, List<Integer> users, Duration settle) {
            say("search follows with " + users);
        }

        @Override
        public byte[] finish() {
            return Long.toString(main.inMainTime(CLOCK.nanoTime())).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void stop() {
            end.countDown();
        }

        @Override
        public void abort() {
            say("load aborted");
            end.countDown();
        }
    }
}
