package dev.ralbench.benchmark;

import dev.ralbench.statistics.HodgesLehmann;
import dev.ralbench.trial.watch.SelfCheckCost;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** The cost of ralbench's self-checks: CPU time per request with them over that without, in one process. */
final class CheckBenchmark {
    private static final int PAIRS = 240;
    private static final int SECONDS = 1;
    private static final int MOST_SECONDS = 800;
    private static final double GOAL_PERCENT = 0.5;
    /** Of either side of a confidence interval of 95 %. */
    private static final double ALPHA = 0.025;

    private final Child child;
    private final int clientCpu;
    private final int serverCpu;
    private final PrintStream out;

    CheckBenchmark(Child child, int clientCpu, int serverCpu, PrintStream out) {
        this.child = child;
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.out = out;
    }

    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        try (var server = Server.echo(serverCpu)) {
            var command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmn32m",
                    "-XX:MetaspaceSize=64m",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SelfCheckCost.class.getName(),
                    server.url().toString(),
                    String.valueOf(PAIRS),
                    String.valueOf(SECONDS));
            var usage = child.run(Commands.pinned(clientCpu, command), directory, MOST_SECONDS);
            if (usage.exitCode() != 0) {
                throw new IOException("the pairs ended with " + usage.exitCode() + ":\n" + usage.output());
            }
            double[] percent =
                    column(usage.output(), 0).map(ratio -> (ratio - 1) * 100).toArray();
            var cost = HodgesLehmann.interval(ALPHA, percent);
            out.println(String.format(
                    Locale.ROOT,
                    "CPU per request with self-checks over without: %.2f %% (95 %%: %.2f to %.2f), pairs %s; reading them at the"
                            + " end of a window: %s us",
                    cost.estimate(),
                    cost.low(),
                    cost.high(),
                    RoundSpread.of(percent).text(2),
                    RoundSpread.of(column(usage.output(), 1).toArray()).text(0)));
            return List.of(Budget.atMost(
                    "CPU per request for self-checks, " + PAIRS + " pairs (95 %)",
                    GOAL_PERCENT,
                    new RoundSpread(cost.estimate(), cost.low(), cost.high()),
                    " %",
                    2));
        }
    }

    private static DoubleStream column(String output, int index) {
        return output.lines()
                .mapToDouble(line -> Double.parseDouble(List.of(line.split(" ")).get(index)));
    }
}
