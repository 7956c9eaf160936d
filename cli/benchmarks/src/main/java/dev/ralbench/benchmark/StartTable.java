package dev.ralbench.benchmark;

import dev.ralbench.benchmark.Budget.Direction;
import dev.ralbench.benchmark.FigureTable.Column;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** How long commands take, and runs until their first request; how much dearer the first second of a load is. */
final class StartTable {
    private static final Column WALL = new Column("s", 2);
    private static final Column CPU = new Column("CPU s", 2);
    private static final Column MIB = new Column("MiB", 0);
    private static final Column FIRST = new Column("s until the first request", 2);
    private static final Column COLD = new Column("us in the first second / the tenth", 2);

    private static final double BYTES_OF_MIB = 1024 * 1024;
    private static final int LONGEST_SECONDS = 300;
    private static final int NOTHING_VALID = 6;
    private static final int USERS = 64;
    private static final int VARIANTS_OF_REPORTS = 4;
    /** Levels of each trial of compared files. */
    private static final Integer[] LEVELS = {256, 512, 768, 1024, 1280, 1536, 1792, 2048};

    private static final JsonMapper JSON = new JsonMapper();

    private final BenchmarkSettings settings;
    private final Sampler sampler;
    private final FigureTable table = new FigureTable("command", WALL, CPU, MIB, FIRST, COLD);

    StartTable(BenchmarkSettings settings) {
        this.settings = settings;
        this.sampler = settings.sampler();
    }

    /** @param mostSeconds of wall time, or until the first request of a scenario; 0 if there is no goal */
    private record Task(String name, List<String> arguments, boolean isScenario, double mostSeconds) {}

    List<String> lines() throws IOException, InterruptedException {
        var files = Files.createDirectory(settings.directory().resolve("files"));
        try (var server = Server.nginx(settings.serverCpu(), settings.newDirectory())) {
            var tasks = new ArrayList<>(List.of(
                    new Task("--version", List.of("--version"), false, 0.25),
                    new Task(
                            "run URL -u 10 -d 1s",
                            List.of("run", server.url().toString(), "-u", "10", "-d", "1s"),
                            false,
                            2.2),
                    compare(2, files, 0),
                    compare(48, files, 0.6)));
            if (!settings.isQuick()) {
                tasks.addAll(List.of(compare(200, files, 0), compare(1_000, files, 10)));
            }
            tasks.add(report(50, files));
            if (!settings.isQuick()) {
                tasks.add(report(200, files));
            }
            tasks.add(scenario("delay-200", "imperative", 3.5));
            tasks.add(scenario("fan-out-1", "coroutines", 6));
            for (var task : tasks) {
                measure(task);
            }
        }
        firstSecond();
        return table.lines();
    }

    private static Task scenario(String name, String variant, double mostSeconds) {
        return new Task(
                "run " + name + " -u 1 -d 1s",
                List.of("run", name, "--variant", variant, "-u", "1", "-d", "1s"),
                true,
                mostSeconds);
    }

    /** Of files with two trials each, of runs one after the other. */
    private static Task compare(int count, Path directory, double mostSeconds) throws IOException {
        var arguments = new ArrayList<>(List.of("compare"));
        for (int i = 0; i < count; i++) {
            var file = directory.resolve("compare-" + i + ".json");
            if (!Files.exists(file)) {
                var begin = Instant.parse("2026-02-11T09:14:07Z").plusSeconds(3600L * i);
                var run = SyntheticRun.of("base", "head")
                        .runId("run-" + i)
                        .seed(i)
                        .startedAt(begin.toString())
                        .blocks(1)
                        .levels(LEVELS)
                        .run();
                ResultFile.begin(file, run).write(run);
            }
            arguments.add(file.toString());
        }
        return new Task(String.format(Locale.ROOT, "compare of %,d files", count), arguments, false, mostSeconds);
    }

    private static Task report(int blocks, Path directory) throws IOException {
        var file = directory.resolve("report-" + blocks + ".json");
        var variants = IntStream.rangeClosed(1, VARIANTS_OF_REPORTS)
                .mapToObj(i -> "variant-" + i)
                .toArray(String[]::new);
        var run = SyntheticRun.of(variants)
                .blocks(blocks)
                .levels(256, 512, 768, 1024)
                .run();
        ResultFile.begin(file, run).write(run);
        return new Task("report of " + blocks + " blocks", List.of("report", file.toString()), false, 0);
    }

    private void measure(Task task) throws IOException, InterruptedException {
        var builds = new ArrayList<>(settings.builds());
        builds.forEach(build -> table.name(task.name(), build.name()));
        if (task.isScenario() || task.name().equals("--version")) {
            for (var build : builds) {
                run(task, build); // images, caches of the JVM and files as on any day but the first
            }
        }
        var order = new Random();
        for (int round = 0; round < settings.rounds(); round++) {
            Collections.shuffle(builds, order);
            for (var build : List.copyOf(builds)) {
                var before = sampler.others();
                var run = run(task, build);
                double others = sampler.others().since(before);
                table.add(task.name(), build.name(), round, run, others, "");
                settings.progress().printf(Locale.ROOT, "%s, %s: %.2f s%n", task.name(), build.name(), run.get(WALL));
            }
        }
        if (task.mostSeconds() > 0) {
            table.bound(
                    task.name(),
                    RalbenchClient.DEFAULT,
                    task.isScenario() ? FIRST : WALL,
                    Direction.AT_MOST,
                    task.mostSeconds(),
                    " s");
        }
        table.compare(task.name(), RalbenchClient.DEFAULT, WALL, BenchmarkSettings.BEFORE);
    }

    private Map<Column, Double> run(Task task, RalbenchClient build) throws IOException, InterruptedException {
        var directory = settings.newDirectory();
        var result = directory.resolve("result.json");
        var command = Commands.join(List.of(build.launcher().toString()), task.arguments());
        boolean isRun = task.arguments().getFirst().equals("run");
        var usage = settings.child()
                .run(
                        isRun ? Commands.join(command, List.of("--output", result.toString())) : command,
                        directory,
                        LONGEST_SECONDS);
        if (usage.exitCode() != 0 && usage.exitCode() != NOTHING_VALID) {
            throw new IOException(task.name() + " ended with " + usage.exitCode() + ":\n" + usage.output());
        }
        var figures = new HashMap<>(
                Map.of(WALL, usage.wallSeconds(), CPU, usage.cpuSeconds(), MIB, usage.peakBytes() / BYTES_OF_MIB));
        if (task.isScenario()) {
            // from the start of the JVM, for which the launcher takes some hundredths of a second
            var json = JSON.readTree(Files.readString(result));
            figures.put(FIRST, json.at("/trials/0/startUp/sinceRunStartMillis").asDouble() / 1e3);
        }
        return figures;
    }

    /** A JVM that begins cold takes five to ten times as much in its first second. */
    private void firstSecond() throws IOException, InterruptedException {
        var name = "64 users, busy";
        for (int round = 0; round < settings.rounds(); round++) {
            for (var build : settings.builds()) {
                try (var server = Server.nginx(settings.serverCpu(), settings.newDirectory())) {
                    var shot = new Shot(server.url(), USERS, 11, settings.newDirectory());
                    var sample = sampler.run(build, shot, "" + settings.clientCpu(), server, 0, 1, 9, 10);
                    double first = sample.stretches().getFirst().micros();
                    double tenth = sample.stretches().getLast().micros();
                    double others = Stream.of(
                                    sample.stretches().getFirst(),
                                    sample.stretches().getLast())
                            .mapToDouble(Sampler.Stretch::others)
                            .max()
                            .orElse(0);
                    table.add(name, build.name(), round, Map.of(COLD, first / tenth), others, "");
                }
            }
        }
        table.bound(name, RalbenchClient.DEFAULT, COLD, Direction.AT_MOST, 2, "");
    }
}
