package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.OtherGenerators;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.result.ResultFile;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioSecrets;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.session.PlannedRun;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import dev.ralbench.trial.LoadPart;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The part of a trial's load that an agent sends: an ordinary run of the main's scenario, with its own calibration and
 * checks, that begins when the main says and waits for it where windows do not follow by the clock.
 */
public final class AgentLoad implements AgentWork {
    private static final int CONNECT_MILLIS = 5_000;
    /** An aborted run ends within milliseconds; a machine that is out of CPU time takes longer. */
    private static final Duration LONGEST_ABORT = Duration.ofSeconds(5);

    private final Session session;
    private final MainLink main;
    private final AllowedTargets allowed;
    private final RunControl control = new RunControl();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Long> start = new CompletableFuture<>();
    private final CompletableFuture<FinishedRun> end = new CompletableFuture<>();
    private final AtomicReference<@Nullable Thread> runner = new AtomicReference<>();
    private final Lead lead = new Lead();
    private final Notes notes = new Notes();

    public AgentLoad(Session session, MainLink main, AllowedTargets allowed) {
        this.session = session;
        this.main = main;
        this.allowed = allowed;
    }

    @Override
    public byte[] prepare(byte[] share) {
        var message = PartMessage.read(share);
        var source = message.scenario().read("the main's scenario");
        var output = output();
        var request = RunRequest.of(source.name())
                .ignoringEnvironment()
                .seed(message.seed())
                .keepGoing()
                .output(output.resolve("result.json"));
        var own = session.with(message.environment());
        PlannedRun planned;
        try {
            planned = own.planPart(
                    source,
                    request,
                    new LoadPart(message.share(), message.given(), message.followsNames(), lead),
                    message.design());
            check(planned.scenario(), message.environment());
        } catch (RuntimeException e) {
            delete(output);
            throw e;
        }
        var thread = Thread.ofPlatform().daemon().name("agent runs").unstarted(() -> {
            try {
                end.complete(own.run(planned, notes, control));
            } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
            } finally {
                delete(output);
            }
        });
        runner.set(thread);
        thread.start();
        await(CompletableFuture.anyOf(ready, end));
        if (!ready.isDone()) {
            throw neverBegan(await(end));
        }
        return notes.bytes();
    }

    /** What a user would be shown before the load if the run were this machine's own. */
    private static final class Notes implements RunListener {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        public void note(String line) {
            lines.add(line);
        }

        byte[] bytes() {
            return JsonMapper.shared().writeValueAsBytes(lines);
        }
    }

    private void check(Scenario scenario, Map<String, String> environment) {
        if (!scenario.needs().isEmpty()) {
            throw startsSomething("needs");
        }
        var secrets = ScenarioSecrets.read(scenario, environment);
        for (var variant : scenario.variants()) {
            if (!(variant.target() instanceof TargetChoice.Url target)) {
                throw startsSomething("variants." + variant.name() + ".target");
            }
            check(target.url().filled(secrets));
            variant.request().proxy().ifPresent(proxy -> check(proxy.filled(secrets)));
        }
    }

    /** No main of ours asks for it: a part is sent to a target that is up. */
    private static Failure startsSomething(String key) {
        return Failure.usage(
                key + " would start something on the agent's machine",
                "an agent that sends a load starts no programs",
                "start it elsewhere, and name its URL");
    }

    private void check(URI url) {
        int port = HttpUrl.port(url);
        allowed.check(url.getHost(), port);
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), CONNECT_MILLIS);
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot reach " + url.getHost() + ":" + port,
                            String.valueOf(e.getMessage()),
                            "check by hand that this machine reaches it, and that the service listens for others than its own machine")
                    .causedBy(e);
        }
    }

    /** Not next to results that the user keeps: the main has all of it. */
    private static Path output() {
        try {
            return Files.createTempDirectory("ralbench-agent");
        } catch (IOException e) {
            throw Failure.environment(
                            "no temporary directory could be made",
                            String.valueOf(e.getMessage()),
                            "make room for temporary files on the agent's machine")
                    .causedBy(e);
        }
    }

    private static void delete(Path directory) {
        try (var files = Files.walk(directory)) {
            for (var file : files.toList().reversed()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // left to the system, which clears its temporary files
        }
    }

    private static Failure neverBegan(FinishedRun run) {
        return Failure.environment(
                "the load was not begun",
                run.result().trials().stream()
                        .flatMap(trial -> trial.failure().stream())
                        .map(failure -> failure.text())
                        .findFirst()
                        .orElse("it was stopped"),
                "see the reason");
    }

    @Override
    public void startAt(long nanoTime) {
        start.complete(nanoTime);
    }

    @Override
    public void goOn(Point point, int window, long nanoTime, LeastLengths atLeast, long repeated) {
        lead.goOn(point, window, nanoTime, atLeast, repeated);
    }

    @Override
    public void followWith(int window, List<Integer> users, Duration settle) {
        lead.followWith(window, users, settle);
    }

    @Override
    public byte[] finish() {
        var run = await(end);
        if (run.result().trials().isEmpty()) {
            throw neverBegan(run);
        }
        return ResultFile.text(run.result()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void stop() {
        start.cancel(false);
        if (!lead.endLoad()) {
            control.interrupt();
        }
    }

    @Override
    public void abort() {
        start.cancel(false);
        control.interrupt();
        control.interrupt();
        awaitRunner();
    }

    /** The agent's process may end next, and its temporary files have to be deleted before. */
    private void awaitRunner() {
        var thread = runner.get();
        try {
            if (thread != null) {
                thread.join(LONGEST_ABORT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.environment("the agent was stopped", "", "start it again");
        }
    }

    /** The main, as the load knows it. Calls of the load come from its first event loop. */
    private final class Lead implements LoadPart.Lead {
        private record Waiting(Point point, int window) {}

        private final Map<Waiting, Resumption> waiting = new ConcurrentHashMap<>();
        private volatile @Nullable LoadGenerator generator;
        private @Nullable LoadTotals told;

        private interface Resumption {
            void at(long nanos, LeastLengths atLeast);
        }

        @Override
        public long awaitStart(LoadGenerator load) throws InterruptedException {
            generator = load;
            ready.complete(null);
            try {
                return start.get();
            } catch (ExecutionException | java.util.concurrent.CancellationException e) {
                throw new InterruptedException("stopped before the load");
            }
        }

        @Override
        public void ended(LoadEnd how) {
            main.reached(how.reason() == LoadEnd.Reason.PLAN ? Point.PLAN_END : Point.EARLY_END, 0, LeastLengths.NONE);
        }

        @Override
        public void sampled(int users, LoadTotals soFar) {
            var since = told == null ? soFar : soFar.since(told);
            told = soFar;
            main.progress(Progress.of(users, soFar, since).bytes());
        }

        @Override
        public void levelBegan(int window) {
            main.reached(Point.LEVEL_BEGUN, window, LeastLengths.NONE);
        }

        @Override
        public void levelEnded(int window) {
            main.reached(Point.LEVEL_ENDED, window, LeastLengths.NONE);
        }

        @Override
        public void awaitConnections(int window, LongConsumer release) {
            waiting.put(new Waiting(Point.CONNECTIONS, window), (nanos, atLeast) -> release.accept(nanos));
            main.reached(Point.CONNECTIONS, window, LeastLengths.NONE);
        }

        @Override
        public void awaitBeginning(int window, LeastLengths atLeast, OtherGenerators.Beginning beginning) {
            waiting.put(new Waiting(Point.WINDOW_END, window), beginning::at);
            main.reached(Point.WINDOW_END, window, atLeast);
        }

        /** Ends the load, if it is on. Why is known to the main, which has all of it. */
        boolean endLoad() {
            var load = generator;
            if (load != null) {
                load.stopAsSeen();
            }
            return load != null;
        }

        void followWith(int window, List<Integer> users, Duration settle) {
            var load = generator;
            if (load != null && !await(load.followWith(window, users, settle))) {
                throw Failure.environment(
                        "the next level of the search came too late",
                        "the message of the main took longer than a level settles",
                        "use a longer time to settle (--settle), or a faster network between main and agents");
            }
        }

        void goOn(Point point, int window, long nanos, LeastLengths atLeast, long repeated) {
            var load = generator;
            if (repeated > 0 && load != null) {
                load.repeat(window - 1, repeated);
            }
            Optional.ofNullable(waiting.remove(new Waiting(point, window)))
                    .ifPresent(resumed -> resumed.at(nanos, atLeast));
        }
    }
}
