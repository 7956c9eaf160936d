package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures ralbench and its peers in turn, and prints what they cost, table by table. */
@Command(
        name = "cli/benchmarks/run",
        mixinStandardHelpOptions = true,
        description =
                "Runs ralbench and its peers in turn and prints tables in Markdown to standard output; what each run"
                        + " found goes to standard error.")
final class Benchmarks implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final Duration MOST_TO_END = Duration.ofSeconds(10);

    @Parameters(
            arity = "0..*",
            paramLabel = "TABLE",
            description = "${COMPLETION-CANDIDATES} (default: those up to inside, 25 minutes; 6 with --quick).")
    private List<Table> tables = List.of();

    @Option(names = "--quick", description = "One round, shorter stretches, and fewer loads.")
    private boolean isQuick;

    @Option(names = "--rounds", description = "All clients once in each, in random order (default: 3; 1 with --quick).")
    private Optional<Integer> rounds = Optional.empty();

    @Option(
            names = "--before",
            paramLabel = "DIRECTORY",
            description = "A clone of ralbench, built, that is measured next to this one.")
    private Optional<Path> before = Optional.empty();

    @Option(
            names = "--all-peers",
            description =
                    "In closed with 64 connections also ab, oha, hey, k6, Hyperfoil and Gatling, in open vegeta, k6 and"
                            + " Hyperfoil, as far as they are installed.")
    private boolean isWithAllPeers;

    @Option(names = "--minutes", description = "Of endurance (default: 10).")
    private int minutes = 10;

    @Option(names = "--client-cpu", description = "The clients' CPU (default: 1).")
    private int clientCpu = 1;

    @Option(names = "--server-cpu", description = "The server's CPU (default: 0).")
    private int serverCpu;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    /** In the order in which they are measured. */
    private enum Table {
        CLOSED("connections that are always busy"),
        OPEN("requests at a rate, over 64 connections"),
        TLS("TLS, HTTP/2 and bodies, busy connections"),
        CORES("client and server share two cores"),
        REQUESTS("what users send"),
        FAIR("a target that needs the CPUs of the generator"),
        START("start, commands, and the first request"),
        INSIDE("what the view inside costs"),
        JOURNEYS("four steps, with a token of the first one in the others"),
        PAUSED("users that pause"),
        TRUTH("figures of servers whose delays are known"),
        SENDERS("the second sender next to the first"),
        CHECKS("what the checks of the generator cost"),
        ENDURANCE("memory at full rate");

        private final String title;

        Table(String title) {
            this.title = title;
        }

        private static Set<Table> usual() {
            return EnumSet.range(CLOSED, INSIDE);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Path home;
    private final PrintStream out;
    private final PrintStream progress;
    private final Clock clock = Clock.system();
    private final Child child = new Child(clock);

    private Benchmarks(Path home, PrintStream out, PrintStream progress) {
        this.home = home;
        this.out = out;
        this.progress = progress;
    }

    public static void main(String[] arguments) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var progress = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        var home = Path.of(System.getProperty("ralbench.home"));
        Runtime.getRuntime().addShutdownHook(new Thread(Benchmarks::endAll, "end of all that was started"));
        var commandLine =
                new CommandLine(new Benchmarks(home, out, progress)).setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(commandLine.execute(arguments));
    }

    /** Servers and clients, when a signal ends this process, too: ralbench ends what it has started itself. */
    private static void endAll() {
        var all = ProcessHandle.current().descendants().toList();
        all.forEach(ProcessHandle::destroy);
        long deadline = System.nanoTime() + MOST_TO_END.toNanos();
        for (var each : all) {
            try {
                each.onExit().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException | InterruptedException e) {
                each.destroyForcibly();
            }
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        var directory = Files.createTempDirectory("ralbench-benchmark");
        progress.println("files of the runs: " + directory);
        for (var table : tables.isEmpty() ? Table.usual() : new LinkedHashSet<>(tables)) {
            var settings = new BenchmarkSettings(
                    child,
                    clock,
                    home,
                    before.map(Path::toAbsolutePath),
                    Files.createTempDirectory(directory, table.toString()),
                    clientCpu,
                    serverCpu,
                    rounds(),
                    isQuick,
                    progress);
            out.println();
            out.println("### " + table + ": " + table.title);
            out.println();
            out.println(new MachineLine(settings).text());
            out.println();
            measure(table, settings).forEach(out::println);
        }
        return 0;
    }

    private void check() {
        int cpus = Runtime.getRuntime().availableProcessors();
        if (rounds() < 1) {
            throw refusal("--rounds: has to be 1 at least");
        }
        if (clientCpu == serverCpu || Math.max(clientCpu, serverCpu) >= cpus || Math.min(clientCpu, serverCpu) < 0) {
            throw refusal("--client-cpu, --server-cpu: have to be two of the CPUs from 0 to " + (cpus - 1));
        }
        before.filter(other -> !Files.isExecutable(other.resolve("ralbench"))).ifPresent(other -> {
            throw refusal("--before: " + other + " has no program ralbench; give the directory of a clone");
        });
    }

    private ParameterException refusal(String text) {
        return new ParameterException(command.commandLine(), text);
    }

    private int rounds() {
        return rounds.orElse(isQuick ? 1 : ROUNDS);
    }

    private List<String> measure(Table table, BenchmarkSettings settings) throws IOException, InterruptedException {
        var launcher = settings.launcher();
        return switch (table) {
            case CLOSED -> new LoadTables(settings).closed(isWithAllPeers);
            case OPEN -> new LoadTables(settings).open(isWithAllPeers);
            case TLS -> new LoadTables(settings).tls();
            case CORES -> new LoadTables(settings).cores();
            case REQUESTS -> new LoadTables(settings).requests();
            case FAIR -> new FairTable(settings).lines();
            case START -> new StartTable(settings).lines();
            case INSIDE -> new LoadTables(settings).inside();
            case JOURNEYS -> new LoadTables(settings).journeys();
            case PAUSED -> new LoadTables(settings).paused();
            case TRUTH ->
                lines(new TruthBenchmark(child, launcher, clientCpu, serverCpu, progress)
                        .budgets(settings.directory()));
            case SENDERS ->
                lines(new SenderBenchmark(child, launcher, clientCpu, serverCpu, settings.rounds(), progress)
                        .budgets(settings.directory()));
            case CHECKS ->
                lines(new CheckBenchmark(child, clientCpu, serverCpu, progress).budgets(settings.directory()));
            case ENDURANCE ->
                lines(new Endurance(launcher, clientCpu, serverCpu, progress).budgets(settings.directory(), minutes));
        };
    }

    private static List<String> lines(List<Budget> budgets) {
        var table = new TextTable("what", "goal", "measured: median (least to most)", "");
        budgets.forEach(budget -> table.add(budget.row()));
        return table.lines();
    }
}
