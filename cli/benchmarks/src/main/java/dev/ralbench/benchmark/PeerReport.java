package dev.ralbench.benchmark;

import java.util.ArrayList;
import java.util.List;

/** The costs of the clients, compared with the budgets. */
final class PeerReport {
    private static final double MIB = 1024 * 1024;

    private PeerReport() {}

    static List<String> table(Figures figures) {
        var table = new TextTable(
                "client",
                "us CPU per request, warm",
                "requests/s of one core",
                "us CPU, whole process",
                "MiB resident");
        for (var client : figures.clients()) {
            table.add(List.of(
                    client,
                    figures.of(client, Figures.Round::warmMicros).text(2),
                    figures.of(client, Figures.Round::rate).text(0),
                    figures.of(client, Figures.Round::wholeMicros).text(2),
                    figures.of(client, round -> round.peakBytes() / MIB).text(0)));
        }
        return table.lines();
    }

    static List<Budget> budgets(Figures figures) {
        var budgets = new ArrayList<Budget>();
        cpu(budgets, figures, RalbenchClient.IO_URING, 0.95);
        cpu(budgets, figures, RalbenchClient.EPOLL, 1.1);
        var best = figures.has(RalbenchClient.IO_URING) ? RalbenchClient.IO_URING : RalbenchClient.EPOLL;
        rate(budgets, figures, best, Peers.WRK, 1.0);
        rate(budgets, figures, best, Peers.HYPERFOIL, 1.4);
        rate(budgets, figures, best, Peers.GATLING, 3);
        rate(budgets, figures, best, Peers.K6, 8);
        figures.ratio(best, Peers.HYPERFOIL, Figures.Round::wholeMicros)
                .map(ratio ->
                        Budget.ratioAtMost("CPU per request of a whole process, " + best + " / Hyperfoil", 0.8, ratio))
                .ifPresent(budgets::add);
        return budgets;
    }

    private static void cpu(List<Budget> budgets, Figures figures, String client, double goal) {
        figures.ratio(client, Peers.WRK, Figures.Round::warmMicros)
                .map(ratio -> Budget.ratioAtMost("CPU per request, warm, " + client + " / wrk", goal, ratio))
                .ifPresent(budgets::add);
    }

    private static void rate(List<Budget> budgets, Figures figures, String client, String peer, double goal) {
        figures.ratio(client, peer, Figures.Round::rate)
                .map(ratio -> Budget.ratioAtLeast("requests/s of one core, " + client + " / " + peer, goal, ratio))
                .ifPresent(budgets::add);
    }
}
