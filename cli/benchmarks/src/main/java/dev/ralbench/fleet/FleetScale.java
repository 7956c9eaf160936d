package dev.ralbench.fleet;

import com.sun.management.OperatingSystemMXBean;
import dev.ralbench.Clock;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.MeasurementMerger;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.result.AgentClock;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.trial.RemoteGenerators;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What many agents cost their main: this process is the main, a second one is all of the agents, with connections over TLS on
 * loopback. Agents send no load; they answer, tell figures each second and return a result, as agents do.
 *
 * <p>{@code FleetScale RESULT SECONDS NUMBER...}: RESULT is the file that each agent returns, NUMBER how many agents there
 * are, one row each. {@code sizes} prints the bytes of a second's figures instead. {@code agents NUMBER KEYS RESULT} is the second process.
 */
final class FleetScale {
    private static final Clock CLOCK = Clock.system();
    private static final Build BUILD = new Build("ralbench", "scale");
    /** Length, kind and number of a frame, and what TLS 1.3 adds to a record: head, kind, tag. */
    private static final int BYTES_AROUND = 13 + 5 + 1 + 16;

    private static final int BODIES = 50;
    private static final int RESPONSES_PER_SECOND = 1000;
    /** Each is made by itself, which takes a while. */
    private static final int MOST_VALUES = 500;

    private static final int NAMES = 200;
    private static final String LISTENING = "listening";

    private FleetScale() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("agents")) {
            new Agents(Integer.parseInt(args[1]), Path.of(args[2]), Path.of(args[3])).serve();
            return;
        }
        if (args[0].equals("sizes")) {
            sizes();
            return;
        }
        System.out.println(
                "| agents | join | prepare, clocks | clock known to | starts apart | next window heard before | messages/s | bytes/s of an agent"
                        + " | CPU of main, ms per agent and s | threads | results | merge | heap | resident |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        var keys = Files.createTempDirectory("fleet-scale");
        for (var number : List.of(args).subList(2, args.length)) {
            int agents = Integer.parseInt(number);
            var directory = keys.resolve(number);
            FleetKey.create(directory, agents, Duration.ofDays(1), CLOCK);
            try (var others = new OtherProcess(agents, directory, Path.of(args[0]))) {
                System.out.println(row(agents, directory, others, Integer.parseInt(args[1])));
            }
        }
    }

    /** Bytes of a second's figures, by how far response times are spread and how many there are. */
    private static void sizes() {
        System.out.println("| response times | 100/s | 1 000/s | 10 000/s |\n|---|---|---|---|");
        Map<String, DoubleUnaryOperator> spreads = new TreeMap<>(Map.of(
                "200 ms, as of delay-200", normal -> 200 + 0.5 * normal,
                "1 ms to 1 s (lognormal)", FleetScale::lognormal,
                "0.1 ms to 10 s, alike on a logarithmic scale", normal -> Math.pow(10, 5 * share(normal) - 1)));
        spreads.forEach((name, millis) -> System.out.println("| " + name
                + IntStream.of(100, 1_000, 10_000)
                        .mapToObj(responses -> " | " + Bodies.body(new Random(1), responses, millis).length)
                        .collect(Collectors.joining())
                + " |"));
        System.out.println("With " + NAMES + " names, each a " + NAMES + "th of 1 000/s (lognormal): " + withNames());
    }

    private static int withNames() {
        var random = new Random(1);
        var each = IntStream.range(0, NAMES)
                .boxed()
                .collect(Collectors.toMap(
                        name -> "page-" + name,
                        name -> Bodies.figures(random, RESPONSES_PER_SECOND / NAMES, FleetScale::lognormal)));
        return new Progress(10, Bodies.figures(random, RESPONSES_PER_SECOND, FleetScale::lognormal), each)
                .bytes()
                .length;
    }

    private static double lognormal(double normal) {
        return Math.exp(2 + 1.5 * normal);
    }

    /** Between 0 and 1, about as often everywhere. */
    private static double share(double normal) {
        return 1 / (1 + Math.exp(-1.702 * normal));
    }

    private static String row(int agents, Path keys, OtherProcess others, int seconds) throws Exception {
        var key = Optional.of(FleetKey.read(keys.resolve("main.key"), CLOCK));
        long begun = System.nanoTime();
        try (var generators = new FleetGenerators(others.endpoints(), key, BUILD, Duration.ZERO, CLOCK)) {
            double joined = millisSince(begun);
            begun = System.nanoTime();
            var load = generators.prepare(task());
            double prepared = millisSince(begun);
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();
            load.startAt(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
            load.awaitBeginning(1, LeastLengths.NONE, (nanos, atLeast) -> {});
            long cpu = cpuNanos();
            long[] told = new long[2];
            for (int second = 0; second < seconds; second++) {
                Thread.sleep(1000);
                load.takeSuccessful(taken -> {
                    told[0]++;
                    told[1] += taken.count();
                });
                load.failuresSoFar();
                load.usersNow();
            }
            double cpuMillis = (cpuNanos() - cpu) / 1e6 / seconds / agents;
            begun = System.nanoTime();
            var parts = load.finish();
            double finished = millisSince(begun);
            begun = System.nanoTime();
            MeasurementMerger.merge(parts.stream()
                    .flatMap(part -> part.run().trials().getFirst().measurement().stream())
                    .toList());
            double merged = millisSince(begun);
            var failure = load.failure();
            if (failure.isPresent() || parts.size() < agents) {
                return "| " + agents + " | " + parts.size() + " parts, "
                        + failure.map(why -> why.getMessage() + ": " + why.why())
                                .orElse("") + " |";
            }
            return String.format(
                    Locale.ROOT,
                    "| %d | %.0f ms | %.0f ms | %.2f ms | %.2f ms | %.0f ms | %.0f | %d | %.2f | %d | %.0f ms | %.0f ms | %d MiB | %d MiB |",
                    agents,
                    joined,
                    prepared,
                    parts.stream()
                            .map(part -> part.agent().clock())
                            .mapToDouble(AgentClock::uncertaintyMillis)
                            .max()
                            .orElseThrow(),
                    others.startSpreadMillis(),
                    others.leastAheadMillis(),
                    (double) told[0] / seconds,
                    Bodies.meanBytes() + BYTES_AROUND,
                    cpuMillis,
                    threads,
                    finished,
                    merged,
                    heapMebibytes(),
                    residentMebibytes());
        }
    }

    private static RemoteGenerators.Task task() {
        return new RemoteGenerators.Task(
                url -> new CarriedScenario("schema: 1\nname: scale\n", Map.of()),
                URI.create("http://127.0.0.1:1/"),
                Map.of(),
                Map.of(),
                1,
                new Design(Design.Order.FIXED, List.of(1), Optional.empty(), Optional.empty(), 1),
                false);
    }

    private static double millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** With what a result of each agent takes, before a collection. */
    private static long heapMebibytes() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    private static long residentMebibytes() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    >> 10;
        }
    }

    /** Figures of a second, drawn with a fixed seed: response times from 1 ms to some seconds. */
    private static final class Bodies {
        private static final List<byte[]> ALL = drawn();

        private Bodies() {}

        private static List<byte[]> drawn() {
            var random = new Random(1);
            return Stream.generate(() -> body(random, RESPONSES_PER_SECOND, FleetScale::lognormal))
                    .limit(BODIES)
                    .toList();
        }

        /** @param millis of a standard normal number */
        static byte[] body(Random random, int responses, DoubleUnaryOperator millis) {
            return new Progress(10, figures(random, responses, millis), Map.of()).bytes();
        }

        static Progress.Figures figures(Random random, int responses, DoubleUnaryOperator millis) {
            int values = Math.min(responses, MOST_VALUES);
            var second = LoadTotals.none();
            for (int value = 0; value < values; value++) {
                double time = Math.max(0.1, millis.applyAsDouble(random.nextGaussian()));
                second = SampleLoadTotals.then(second, 1.0 / values, responses / values, time, 0);
            }
            return new Progress.Figures(second.outcomes(), second.successful());
        }

        static int meanBytes() {
            return ALL.stream().mapToInt(body -> body.length).sum() / BODIES;
        }
    }

    /** The process of the agents, as the main knows it. */
    private static final class OtherProcess implements AutoCloseable {
        private final Process process;
        private final BufferedReader lines;
        private final List<Endpoint> endpoints = new ArrayList<>();

        OtherProcess(int agents, Path keys, Path result) throws IOException {
            process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"),
                            "-XX:+UseSerialGC",
                            "-Xmx1g",
                            "-cp",
                            System.getProperty("java.class.path"),
                            FleetScale.class.getName(),
                            "agents",
                            Integer.toString(agents),
                            keys.toString(),
                            result.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            lines = process.inputReader();
            for (var line = line(); !line.equals(LISTENING); line = line()) {
                endpoints.add(new Endpoint("127.0.0.1", Integer.parseInt(line)));
            }
        }

        private String line() throws IOException {
            var line = lines.readLine();
            if (line == null) {
                throw new IOException("the process of the agents has ended");
            }
            return line;
        }

        List<Endpoint> endpoints() {
            return endpoints;
        }

        /** Between the first and the last agent, of the instants at which they were to begin: one machine has one clock. */
        double startSpreadMillis() throws IOException {
            process.outputWriter().write("starts\n");
            process.outputWriter().flush();
            return Long.parseLong(line()) / 1e6;
        }

        /** How long before the second window the last agent heard when it begins; to be asked after the spread. */
        double leastAheadMillis() throws IOException {
            return Long.parseLong(line()) / 1e6;
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    /** All agents, in one process. */
    private static final class Agents {
        private final int number;
        private final Path keys;
        private final byte[] result;
        private final Queue<Long> starts = new ConcurrentLinkedQueue<>();
        /** How long before the next window each agent heard when it begins. */
        private final Queue<Long> ahead = new ConcurrentLinkedQueue<>();

        private final ScheduledExecutorService seconds = Executors.newScheduledThreadPool(2);

        Agents(int number, Path keys, Path result) throws IOException {
            this.number = number;
            this.keys = keys;
            this.result = Files.readAllBytes(result);
        }

        void serve() throws IOException {
            var unused = Bodies.meanBytes(); // drawn before the first second
            for (int i = 1; i <= number; i++) {
                var agent = Agent.listen(
                        new Endpoint("127.0.0.1", 0),
                        Optional.of(FleetKey.read(keys.resolve("agent-" + i + ".key"), CLOCK)),
                        new AgentFacts(BUILD, "", "", 1, 0),
                        Work::new,
                        line -> {},
                        CLOCK);
                System.out.println(agent.port());
            }
            System.out.println(LISTENING);
            var asked = new BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (asked.readLine() != null) {
                var sorted = starts.stream().sorted().toList();
                System.out.println(sorted.getLast() - sorted.getFirst());
                System.out.println(
                        ahead.size() < number
                                ? Long.MIN_VALUE
                                : ahead.stream().min(Long::compare).orElseThrow());
            }
        }

        private final class Work implements AgentWork {
            private final MainLink main;
            private @Nullable ScheduledFuture<?> telling;
            private int ticks;

            Work(MainLink main) {
                this.main = main;
            }

            @Override
            public byte[] prepare(byte[] share) {
                return "[]".getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public void startAt(long nanoTime) {
                starts.add(nanoTime);
                var random = new Random(nanoTime);
                telling = seconds.scheduleAtFixedRate(
                        () -> {
                            main.progress(Bodies.ALL.get(random.nextInt(BODIES)));
                            if (ticks++ == 1) {
                                main.reached(Point.WINDOW_END, 1, LeastLengths.NONE);
                            }
                        },
                        nanoTime - System.nanoTime(),
                        TimeUnit.SECONDS.toNanos(1),
                        TimeUnit.NANOSECONDS);
            }

            @Override
            public void goOn(Point point, int window, long nanoTime, LeastLengths atLeast, long repeated) {
                ahead.add(nanoTime - System.nanoTime());
            }

            @Override
            public void followWith(int window, List<Integer> users, Duration settle) {
                // no search
            }

            @Override
            public byte[] finish() {
                stop();
                return result;
            }

            @Override
            public void stop() {
                var future = telling;
                if (future != null) {
                    future.cancel(false);
                }
            }

            @Override
            public void abort() {
                stop();
            }
        }
    }
}
