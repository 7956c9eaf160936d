package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** How much more a request costs ralbench in the first second of its load than later, after calibration, as a user has it. */
final class StartBenchmark {
    private static final int USERS = 64;
    private static final int SECONDS = 10;
    /** A JVM that begins cold takes five to ten times as much. */
    private static final double GOAL = 2;

    private final Child child;
    private final RalbenchClient client;
    private final int clientCpu;
    private final int serverCpu;
    private final int rounds;
    private final PrintStream out;

    StartBenchmark(Child child, Path launcher, int clientCpu, int serverCpu, int rounds, PrintStream out) {
        this.child = child;
        var oneLevelASecond = String.join(",", Collections.nCopies(SECONDS, String.valueOf(USERS)));
        this.client = RalbenchClient.atItsBest(launcher).with(List.of("--steps", oneLevelASecond, "--hold", "1s"));
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.rounds = rounds;
        this.out = out;
    }

    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        var ratios = new double[rounds];
        try (var server = Server.nginx(serverCpu, Files.createTempDirectory(directory, "nginx"))) {
            for (int round = 0; round < rounds; round++) {
                double[] micros = microsPerRequest(server, directory);
                ratios[round] = micros[0] / micros[SECONDS - 1];
                out.println("CPU per request, second by second: " + words(micros));
            }
        }
        return List.of(Budget.ratioAtMost(
                "CPU per request in the first second of load / in the tenth", GOAL, RoundSpread.of(ratios)));
    }

    private double[] microsPerRequest(Server server, Path directory) throws IOException, InterruptedException {
        var shot = new Shot(server.url(), USERS, SECONDS, Files.createTempDirectory(directory, "run"));
        child.run(client, shot, clientCpu);
        var windows = client.measurement(shot).at("/windows");
        return IntStream.range(0, SECONDS)
                .mapToDouble(second -> microsPerRequest(windows.get(second)))
                .toArray();
    }

    private static double microsPerRequest(JsonNode window) {
        return window.at("/generator/cpuSeconds").asDouble()
                * 1e6
                / window.at("/completions/successful").asDouble();
    }

    private static String words(double... micros) {
        var words = IntStream.range(0, micros.length)
                .mapToObj(second -> String.format(Locale.ROOT, "%.1f", micros[second]))
                .toList();
        return String.join(" ", words) + " us";
    }
}
