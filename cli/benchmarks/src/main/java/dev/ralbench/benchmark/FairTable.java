package dev.ralbench.benchmark;

import dev.ralbench.benchmark.Budget.Direction;
import dev.ralbench.benchmark.FigureTable.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A target that needs the CPUs on which the generator runs: how long event loops wait for a CPU, and what that does to
 * response times, next to a generator on a CPU of its own.
 */
final class FairTable {
    private static final Column WAITING = new Column("event loop waits, %", 1);
    private static final Column RATE = new Column("requests/s", 0);
    private static final Column P50 = new Column("p50, ms", 2);
    private static final Column P90 = new Column("p90, ms", 2);
    private static final Column P99 = new Column("p99, ms", 2);

    private static final String OWN_CPU = "own CPU";
    private static final int MOST_SECONDS = 120;
    private static final int NOTHING_VALID = 6;
    private static final double MOST_WAITING_PERCENT = 5;
    private static final double MOST_OFF = 0.03;
    private static final JsonMapper JSON = new JsonMapper();

    private final BenchmarkSettings settings;
    private final Sampler sampler;
    private final FigureTable table = new FigureTable("24 users", WAITING, RATE, P50, P90, P99);

    FairTable(BenchmarkSettings settings) {
        this.settings = settings;
        this.sampler = settings.sampler();
    }

    /**
     * A way to run.
     *
     * @param options of ralbench
     */
    private record Way(String name, Path home, List<String> options) {}

    /** @param think as a scenario has it */
    private record Load(String name, String think) {}

    /** Without pauses the target takes all CPUs; with them half of one. */
    private static final List<Load> LOADS =
            List.of(new Load("without pauses", "0s"), new Load("pauses of 50 ms", "50ms"));

    List<String> lines() throws IOException, InterruptedException {
        var ways = new ArrayList<>(List.of(
                new Way(RalbenchClient.DEFAULT, settings.home(), List.of()),
                new Way("--fair", settings.home(), List.of("--fair")),
                new Way(
                        OWN_CPU,
                        settings.home(),
                        List.of("--cpus", "generator=" + settings.clientCpu(), "target=" + settings.serverCpu()))));
        settings.before().ifPresent(home -> ways.add(new Way(BenchmarkSettings.BEFORE, home, List.of())));
        for (var load : LOADS) {
            ways.forEach(way -> table.name(load.name(), way.name()));
            measure(load, ways);
            table.bound(load.name(), RalbenchClient.DEFAULT, WAITING, Direction.AT_MOST, MOST_WAITING_PERCENT, " %");
        }
        var withRoom = LOADS.getLast().name();
        for (var column : List.of(P50, P90, P99)) {
            table.ratio(withRoom, RalbenchClient.DEFAULT, column, OWN_CPU, Direction.AT_MOST, 1 + MOST_OFF);
            table.ratio(withRoom, RalbenchClient.DEFAULT, column, OWN_CPU, Direction.AT_LEAST, 1 - MOST_OFF);
        }
        return table.lines();
    }

    private void measure(Load load, List<Way> all) throws IOException, InterruptedException {
        var ways = new ArrayList<>(all);
        var order = new Random();
        for (int round = 0; round < settings.rounds(); round++) {
            Collections.shuffle(ways, order);
            for (var way : List.copyOf(ways)) {
                if (!run(load, way, round)) {
                    ways.remove(way);
                }
            }
        }
    }

    /** Whether it can be run like that. */
    private boolean run(Load load, Way way, int round) throws IOException, InterruptedException {
        var directory = settings.newDirectory();
        var result = directory.resolve("result.json");
        var command = List.of(
                way.home().resolve("ralbench").toString(),
                "run",
                scenario(load, directory).toString(),
                "--output",
                result.toString());
        var before = sampler.others();
        var usage = settings.child().run(Commands.join(command, way.options()), directory, MOST_SECONDS);
        double others = sampler.others().since(before);
        if (usage.exitCode() != 0 && usage.exitCode() != NOTHING_VALID) {
            table.addFailure(
                    load.name(),
                    way.name(),
                    "left out: " + usage.output().lines().findFirst().orElse(""));
            settings.progress().println(way.name() + " ended with " + usage.exitCode() + ": " + usage.output());
            return false;
        }
        var trial = JSON.readTree(Files.readString(result)).at("/trials/0");
        var windows = trial.at("/measurement/windows");
        var level = windows.get(windows.size() - 1);
        table.add(
                load.name(),
                way.name(),
                round,
                Map.of(
                        WAITING,
                        number(level, "/generator/strain/queuedSeconds") / number(level, "/generator/seconds") * 100,
                        RATE,
                        number(level, "/goodputPerSecond"),
                        P50,
                        number(level, "/successful/p50Millis"),
                        P90,
                        number(level, "/successful/p90Millis"),
                        P99,
                        number(level, "/successful/p99Millis")),
                others,
                trial.at("/validity/verdict").asString());
        settings.progress()
                .printf(
                        Locale.ROOT,
                        "%s, %s: p90 %.2f ms; %s%n",
                        load.name(),
                        way.name(),
                        number(level, "/successful/p90Millis"),
                        trial.at("/validity/reasons"));
        return true;
    }

    private static double number(JsonNode level, String pointer) {
        return level.at(pointer).asDouble();
    }

    /** A request is a millisecond of computation. */
    private Path scenario(Load load, Path directory) throws IOException {
        return Files.writeString(
                directory.resolve("scenario.yaml"), """
                schema: 1
                name: fair
                request: { path: /work, expect: { status: 200 } }
                load:
                  closed:
                    sequence:
                      - requests: { users: 24, requests: 2000, label: warm-up }
                      - constant: { users: 24, hold: %ds }
                  think: %s
                jvm: -Xms64M -Xmx64M -XX:+UseSerialGC
                variants: { target: { target: mini, with: { workers: 64, cpu: 1ms, wait: 0s } } }
                """.formatted(settings.isQuick() ? 4 : 8, load.think()));
    }
}
