package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import dev.ralbench.load.net.Transport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures ralbench and all installed peers, in turn, and prints their costs as ratios. */
@Command(
        name = "cli/benchmarks/run",
        mixinStandardHelpOptions = true,
        description = "Runs ralbench and whichever peers are installed in turn, on one CPU, against a server on"
                + " another, and prints the table of budgets. Minutes: rounds x clients x (short + long).")
final class Benchmarks implements Callable<Integer> {
    @Option(names = "--rounds", description = "Every client once in each, in random order (default: 5).")
    private int rounds = 5;

    @Option(names = "--short", description = "Seconds of the shorter run of each (default: 10).")
    private int shortSeconds = 10;

    @Option(names = "--long", description = "Seconds of the longer run of each (default: 30).")
    private int longSeconds = 30;

    @Option(names = "--users", description = "Connections (default: 64).")
    private int users = 64;

    @Option(names = "--server", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ServerKind server = ServerKind.NGINX;

    @Option(names = "--clients", split = ",", description = "Only these; names as in the table.")
    private List<String> only = List.of();

    @Option(names = "--skip", split = ",", description = "Parts to leave out: ${COMPLETION-CANDIDATES}.")
    private Set<Part> skipped = EnumSet.noneOf(Part.class);

    @Option(names = "--endurance", description = "Minutes at full rate, to see whether memory grows (default: none).")
    private int enduranceMinutes;

    @Option(names = "--client-cpu", description = "The clients' CPU (default: 0).")
    private int clientCpu;

    @Option(names = "--server-cpu", description = "The server's CPU (default: 1).")
    private int serverCpu = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    /** Servers that clients run against. */
    private enum ServerKind {
        NGINX,
        ECHO
    }

    /** The measurements, one after the other. */
    private enum Part {
        PEERS,
        PACED,
        TRUTH,
        SENDERS,
        START,
        MEMORY,
        CHECKS,
        COMMANDS
    }

    private final Path home;
    private final PrintStream out;
    private final Clock clock = Clock.system();
    private final Child child = new Child(clock);

    private Benchmarks(Path home, PrintStream out) {
        this.home = home;
        this.out = out;
    }

    public static void main(String[] arguments) {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var home = Path.of(System.getProperty("ralbench.home"));
        var commandLine = new CommandLine(new Benchmarks(home, out)).setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(commandLine.execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkClients();
        var directory = Files.createTempDirectory("ralbench-benchmark");
        out.println("files of the runs: " + directory);
        var budgets = new ArrayList<Budget>();
        var launcher = home.resolve("ralbench");
        if (!skipped.contains(Part.PEERS)) {
            var figures = measurePeers(directory);
            print(PeerReport.table(figures));
            budgets.addAll(PeerReport.budgets(figures));
        }
        if (!skipped.contains(Part.PACED)) {
            budgets.addAll(
                    new PacedBenchmark(child, home, clientCpu, serverCpu, rounds, clock, out).budgets(directory));
        }
        if (!skipped.contains(Part.TRUTH)) {
            budgets.addAll(new TruthBenchmark(child, launcher, clientCpu, serverCpu, out).budgets(directory));
        }
        if (!skipped.contains(Part.SENDERS)) {
            budgets.addAll(new SenderBenchmark(child, launcher, clientCpu, serverCpu, rounds, out).budgets(directory));
        }
        if (!skipped.contains(Part.START)) {
            budgets.addAll(new StartBenchmark(child, launcher, clientCpu, serverCpu, rounds, out).budgets(directory));
        }
        if (!skipped.contains(Part.MEMORY)) {
            budgets.addAll(new MemoryBenchmark(child, launcher, clientCpu, serverCpu, out).budgets(directory));
        }
        if (!skipped.contains(Part.CHECKS)) {
            budgets.addAll(new CheckBenchmark(child, clientCpu, serverCpu, out).budgets(directory));
        }
        if (enduranceMinutes > 0) {
            budgets.addAll(new Endurance(launcher, clientCpu, serverCpu, out)
                    .budgets(Files.createTempDirectory(directory, "endurance"), enduranceMinutes));
        }
        if (!skipped.contains(Part.COMMANDS)) {
            budgets.addAll(new CommandBenchmark(child, launcher, rounds).budgets(directory));
        }
        var table = new TextTable("what", "goal", "measured: median (least to most)", "");
        budgets.forEach(budget -> table.add(budget.row()));
        print(table.lines());
        return 0;
    }

    private void print(List<String> lines) {
        out.println();
        lines.forEach(out::println);
        out.println();
    }

    private List<Client> allClients() {
        var all = new ArrayList<Client>();
        var launcher = home.resolve("ralbench");
        all.add(RalbenchClient.on(Transport.IO_URING, launcher));
        all.add(RalbenchClient.on(Transport.EPOLL, launcher));
        all.add(RalbenchClient.secondSender(launcher));
        all.addAll(Peers.all(home.resolve("cli/benchmarks/peers")));
        return all;
    }

    private void checkClients() {
        var known = allClients().stream().map(Client::name).toList();
        only.stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new ParameterException(
                    command.commandLine(), "there is no client " + name + "; there are " + String.join(", ", known));
        });
    }

    private List<Client> clients() {
        var all = allClients();
        all.removeIf(client -> !only.isEmpty() && !only.contains(client.name()));
        all.stream()
                .filter(client -> !client.isInstalled())
                .forEach(client -> out.println(client.name() + " is not installed: left out"));
        all.removeIf(client -> !client.isInstalled());
        return all;
    }

    private Figures measurePeers(Path directory) throws IOException, InterruptedException {
        var clients = clients();
        var figures = new Figures();
        var order = new Random();
        try (var target = server == ServerKind.ECHO ? Server.echo(serverCpu) : Server.nginx(serverCpu, directory)) {
            for (int round = 1; round <= rounds; round++) {
                Collections.shuffle(clients, order);
                for (var client : List.copyOf(clients)) {
                    try {
                        var pair = pair(client, target, directory);
                        figures.add(client.name(), pair);
                        out.println("round " + round + " of " + rounds + ", " + client.name() + ": " + words(pair));
                    } catch (IOException e) {
                        clients.remove(client);
                        out.println(client.name() + " is left out: " + e.getMessage());
                    }
                }
            }
        }
        return figures;
    }

    private static String words(Figures.Round pair) {
        return String.format(
                Locale.ROOT,
                "%.2f us CPU per request and %.0f requests/s, whole process %.2f us",
                pair.warmMicros(),
                pair.rate(),
                pair.wholeMicros());
    }

    private Figures.Round pair(Client client, Server target, Path directory) throws IOException, InterruptedException {
        return new Figures.Round(
                run(client, target, shortSeconds, directory), run(client, target, longSeconds, directory));
    }

    private Figures.ClientRun run(Client client, Server target, int seconds, Path directory)
            throws IOException, InterruptedException {
        var shot = new Shot(target.url(), users, seconds, Files.createTempDirectory(directory, "run"));
        var usage = child.run(client, shot, clientCpu);
        return new Figures.ClientRun(seconds, client.requests(shot, usage.output()), usage);
    }
}
