package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import dev.ralbench.load.net.Transport;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.Pause;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The cost of loads below full speed, the usual kind: users that pause, and requests that come at a rate. In each round
 * every client makes a short and a long run of each, on one CPU, against a server on another.
 */
final class PacedBenchmark {
    private static final int SHORT_SECONDS = 4;
    private static final int MORE_SECONDS = 20;
    /** So many users take long to connect, which is not part of a request's cost. */
    private static final int SHORT_SECONDS_OF_MANY = 20;

    private static final int MANY_USERS = 15_000;
    private static final double MOST_OF_WRK2 = 0.9;
    private static final double MOST_LATE_MILLIS = 0.5;
    private static final int FEW_PORTS = 1_000;
    private static final Duration PORTS_ARE_TAKEN = Duration.ofSeconds(70);

    private final Child child;
    private final Path home;
    private final int clientCpu;
    private final int serverCpu;
    private final int rounds;
    private final Clock clock;
    private final PrintStream out;
    private final Random order = new Random();

    PacedBenchmark(Child child, Path home, int clientCpu, int serverCpu, int rounds, Clock clock, PrintStream out) {
        this.child = child;
        this.home = home;
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.rounds = rounds;
        this.clock = clock;
        this.out = out;
    }

    /**
     * A row of the table.
     *
     * @param mostMicros of CPU time per request, or 0 if compared with wrk2
     */
    private record Load(String name, int users, ShotPace pace, double mostMicros) {
        int shortSeconds() {
            return users >= MANY_USERS ? SHORT_SECONDS_OF_MANY : SHORT_SECONDS;
        }

        int longSeconds() {
            return shortSeconds() + MORE_SECONDS;
        }
    }

    private static final List<Load> LOADS = List.of(
            new Load("64 users, pauses of 5 ms", 64, new ShotPace.Thinking(5), 0),
            new Load("1000 users, pauses of 100 ms", 1_000, new ShotPace.Thinking(100), 0),
            new Load("10000 users, pauses of 1 s", 10_000, new ShotPace.Thinking(1_000), 18),
            new Load("19000 users, pauses of 1 s", 19_000, new ShotPace.Thinking(1_000), 20),
            new Load("10000/s, 64 connections", 64, new ShotPace.Rate(10_000, false), 0),
            new Load("20000/s, 64 connections", 64, new ShotPace.Rate(20_000, false), 0),
            new Load("20000/s by chance, 64 connections", 64, new ShotPace.Rate(20_000, true), 0),
            new Load("60000/s, 64 connections", 64, new ShotPace.Rate(60_000, false), 0));

    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        var budgets = new ArrayList<Budget>();
        try (var server = Server.nginx(serverCpu, Files.createTempDirectory(directory, "nginx"))) {
            for (var load : LOADS) {
                budgets.addAll(budgets(load, server, directory));
            }
        }
        return budgets;
    }

    private List<Budget> budgets(Load load, Server server, Path directory) throws IOException, InterruptedException {
        var figures = new Figures();
        var late = new ArrayList<Double>();
        var clients = new ArrayList<>(clients(load.pace()));
        for (int round = 0; round < rounds; round++) {
            Collections.shuffle(clients, order);
            for (var client : List.copyOf(clients)) {
                try {
                    figures.add(client.name(), round(client, load, server, directory, late));
                } catch (IOException e) {
                    clients.remove(client);
                    out.println(load.name() + ", " + client.name() + " is left out: " + e.getMessage());
                }
            }
        }
        return Stream.concat(cpu(load, figures).stream(), lateness(load, late).stream())
                .toList();
    }

    private List<Client> clients(ShotPace pace) {
        var launcher = home.resolve("ralbench");
        return Stream.concat(
                        Stream.of(
                                RalbenchClient.on(Transport.EPOLL, launcher),
                                RalbenchClient.on(Transport.IO_URING, launcher)),
                        Peers.paced(home.resolve("cli/benchmarks/peers"), pace).stream())
                .filter(Client::isInstalled)
                .toList();
    }

    private Figures.Round round(Client client, Load load, Server server, Path directory, List<Double> late)
            throws IOException, InterruptedException {
        var small = shot(load, load.shortSeconds(), server, directory);
        var large = shot(load, load.longSeconds(), server, directory);
        var round = new Figures.Round(run(client, small), run(client, large));
        var text = String.format(
                Locale.ROOT,
                "%s, %s: %.2f us CPU per request, %.0f requests/s, %.0f MiB",
                load.name(),
                client.name(),
                round.warmMicros(),
                round.rate(),
                round.peakBytes() / 1024 / 1024);
        if (client instanceof RalbenchClient ralbench) {
            var open = ralbench.wholeRun(large).at("/open/late/p99Millis");
            text += (open.isNumber() ? String.format(Locale.ROOT, ", p99 late by %.2f ms", open.asDouble()) : "") + ", "
                    + ralbench.validity(large);
            if (open.isNumber() && client.name().equals(RalbenchClient.EPOLL)) {
                late.add(open.asDouble());
            }
        }
        out.println(text);
        return round;
    }

    private Shot shot(Load load, int seconds, Server server, Path directory) throws IOException {
        return new Shot(server.url(), load.users(), seconds, Files.createTempDirectory(directory, "run"), load.pace());
    }

    private Figures.ClientRun run(Client client, Shot shot) throws IOException, InterruptedException {
        // the ports of thousands of closed connections, which the next client would have to search between
        var own = new OwnProcess(ProcFs.ofThisMachine());
        var unused = new Pause(clock).until(() -> own.timeWaitSockets().orElse(0L) < FEW_PORTS, PORTS_ARE_TAKEN);
        var usage = child.run(client, shot, clientCpu);
        return new Figures.ClientRun(
                shot.seconds(), client.requests(shot, usage.output()), ofLoad(client, shot, usage));
    }

    /**
     * Calibration runs at full speed until the compilers rest, a second more or less: next to few requests that would be all
     * that two runs differ by.
     */
    private static Child.Usage ofLoad(Client client, Shot shot, Child.Usage usage) throws IOException {
        return client instanceof RalbenchClient ralbench ? usage.withCpuSeconds(ralbench.cpuSeconds(shot)) : usage;
    }

    private static List<Budget> cpu(Load load, Figures figures) {
        var mine = RalbenchClient.EPOLL;
        if (!figures.has(mine)) {
            return List.of();
        }
        if (load.mostMicros() > 0) {
            return List.of(Budget.atMost(
                    "CPU per request, " + load.name(),
                    load.mostMicros(),
                    figures.of(mine, Figures.Round::warmMicros),
                    " us",
                    2));
        }
        var text = "CPU per request, " + load.name() + ", " + mine + " / " + Peers.WRK2;
        return figures.ratio(mine, Peers.WRK2, Figures.Round::warmMicros).stream()
                .map(ratio -> Budget.ratioAtMost(text, MOST_OF_WRK2, ratio))
                .toList();
    }

    private static List<Budget> lateness(Load load, List<Double> late) {
        return late.isEmpty()
                ? List.of()
                : List.of(Budget.atMost(
                        "p99 of lateness, " + load.name(),
                        MOST_LATE_MILLIS,
                        RoundSpread.of(
                                late.stream().mapToDouble(Double::doubleValue).toArray()),
                        " ms",
                        2));
    }
}
