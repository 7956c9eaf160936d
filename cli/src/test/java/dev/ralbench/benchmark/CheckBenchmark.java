package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** What ralbench's checks of itself cost it: CPU time per request with them over that without, in one process. */
final class CheckBenchmark {
    private static final int PAIRS = 20;
    private static final int SECONDS = 4;
    private static final int MOST_SECONDS = 400;
    private static final double GOAL_PERCENT = 0.5;

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

    List<Budget> budgets(Path folder) throws IOException, InterruptedException {
        try (var server = Server.echo(serverCpu)) {
            var command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmn32m",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.ralbench.runner.SelfCheckCost",
                    server.url().toString(),
                    String.valueOf(PAIRS),
                    String.valueOf(SECONDS));
            var usage = child.run(Commands.pinned(clientCpu, command), folder, MOST_SECONDS);
            if (usage.exitCode() != 0) {
                throw new IOException("the pairs ended with " + usage.exitCode() + ":\n" + usage.output());
            }
            double[] percent = usage.output()
                    .lines()
                    .mapToDouble(line -> (Double.parseDouble(line) - 1) * 100)
                    .toArray();
            out.println("CPU per request with self-checks over without, in %: "
                    + Spread.of(percent).text(2));
            return List.of(new Budget(
                    "CPU per request for self-checks, " + PAIRS + " pairs",
                    Budget.Direction.AT_MOST,
                    GOAL_PERCENT,
                    Spread.of(percent),
                    " %",
                    2));
        }
    }
}
