package dev.ralbench.benchmark;

import dev.ralbench.statistics.StudentT;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Whether both senders find the same of one target, in turn: the second one's figures over the first one's. Users are out of
 * step: of those that are answered together each waits for the generator to have dealt with those before.
 */
final class SenderBenchmark {
    private static final String FIRST = "netty";
    private static final String SECOND = "vertx";
    private static final int USERS = 64;
    private static final int SECONDS = 15;
    private static final double MOST_PERCENT = 1;
    private static final double ALPHA = 0.025;
    private static final Map<String, String> FIGURES = figures();

    private final Child child;
    private final Path launcher;
    private final int clientCpu;
    private final int serverCpu;
    private final int rounds;
    private final PrintStream out;

    SenderBenchmark(Child child, Path launcher, int clientCpu, int serverCpu, int rounds, PrintStream out) {
        this.child = child;
        this.launcher = launcher;
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.rounds = rounds;
        this.out = out;
    }

    /** Their places in the result, by name. */
    private static Map<String, String> figures() {
        var figures = new LinkedHashMap<String, String>();
        figures.put("p50", "/successful/p50Millis");
        figures.put("p90", "/successful/p90Millis");
        figures.put("p99", "/successful/p99Millis");
        figures.put("goodput", "/goodputPerSecond");
        return figures;
    }

    /** In every second round the second one is first. */
    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        var first = new ArrayList<JsonNode>();
        var second = new ArrayList<JsonNode>();
        for (int round = 0; round < rounds; round++) {
            boolean isSwapped = round % 2 == 1;
            (isSwapped ? second : first).add(run(isSwapped ? SECOND : FIRST, directory));
            (isSwapped ? first : second).add(run(isSwapped ? FIRST : SECOND, directory));
        }
        return FIGURES.entrySet().stream()
                .map(figure -> budget(figure.getKey(), ratios(second, first, figure.getValue())))
                .toList();
    }

    /** A script begins with its first request. */
    private JsonNode run(String sender, Path directory) throws IOException, InterruptedException {
        try (var server = Server.script(serverCpu, Script.CONSTANT)) {
            var client = RalbenchClient.atItsBest(launcher).with(List.of("--sender", sender));
            var shot = new Shot(server.url(), USERS, SECONDS, Files.createTempDirectory(directory, sender));
            child.run(client, shot, clientCpu);
            return client.wholeRun(shot);
        }
    }

    private static double[] ratios(List<JsonNode> over, List<JsonNode> under, String pointer) {
        var ratios = new double[over.size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = over.get(round).at(pointer).asDouble()
                    / under.get(round).at(pointer).asDouble();
        }
        return ratios;
    }

    private Budget budget(String name, double[] ratios) {
        var mean = StudentT.interval(ALPHA, ratios);
        out.println(String.format(
                Locale.ROOT,
                "%s, %s over %s: %.4f (95 %%: %.4f to %.4f)",
                name,
                SECOND,
                FIRST,
                mean.estimate(),
                mean.low(),
                mean.high()));
        return Budget.atMost(
                name + " by " + SECOND + ", next to that by " + FIRST,
                MOST_PERCENT,
                RoundSpread.of(Math.abs(RoundSpread.of(ratios).median() - 1) * 100),
                " % off",
                2);
    }
}
