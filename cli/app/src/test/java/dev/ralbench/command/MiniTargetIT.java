package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each switch of the target of the self-tests, in the scenario made for it, changes what it is there to change. The
 * values are far beyond those of a self-test, so that no bound here depends on how busy the machine is.
 */
class MiniTargetIT {
    private static final int LEAK_KIB = 12;

    @TempDir
    private Path directory;

    @Test
    void everySwitchShowsInItsMetric() throws IOException {
        var switches = new LinkedHashMap<String, String>();
        switches.put("extra-cpu", "extraCpu: 1ms");
        switches.put("sleep", "sleep: 100ms, sleepShare: 10%");
        switches.put("lock-pool", "lockPool: 1");
        switches.put("leak", "leak: " + LEAK_KIB + "KiB");
        switches.put("stall", "stall: 500ms, stallEvery: 1s");
        switches.put("extra-threads", "extraThreads: 30");
        switches.put("extra-allocation", "extraAllocation: 16KiB");

        var trials = run("selftest", switches);

        assertThat(trials).hasSize(1 + switches.size());
        var base = lastWindow(trials, "base");
        assertThat(metric(ProcessMetrics.CPU_PER_REQUEST, lastWindow(trials, "extra-cpu")))
                .isGreaterThan(metric(ProcessMetrics.CPU_PER_REQUEST, base) + 500);
        assertThat(metric(RequestMetrics.P50, lastWindow(trials, "sleep"))).isLessThan(100);
        assertThat(metric(RequestMetrics.MAX, lastWindow(trials, "sleep"))).isGreaterThan(100);
        assertThat(metric(RequestMetrics.GOODPUT, lastWindow(trials, "lock-pool")))
                .as("one at a time waits 5 ms")
                .isLessThan(205)
                .isLessThan(metric(RequestMetrics.GOODPUT, base));
        long leaking = trial(trials, "leak")
                .measurement()
                .orElseThrow()
                .wholeRun()
                .requests()
                .ended();
        assertThat(metric(ProcessMetrics.HEAP_AFTER_COLLECTION, lastWindow(trials, "leak")))
                .as("at least what half of %d requests leak", leaking)
                .isGreaterThan(metric(ProcessMetrics.HEAP_AFTER_COLLECTION, base) + leaking / 2 * LEAK_KIB * 1024);
        assertThat(metric(RequestMetrics.STALL, lastWindow(trials, "stall")))
                .as("half of a second that has half a second of stalls in it, maybe in two parts")
                .isGreaterThan(0.2);
        assertThat(metric(ProcessMetrics.ALLOCATION_PER_REQUEST, lastWindow(trials, "extra-allocation")))
                .isCloseTo(metric(ProcessMetrics.ALLOCATION_PER_REQUEST, base) + 16 * 1024, within(2048.0));
        assertThreads(base, lastWindow(trials, "extra-threads"));
    }

    /** By name exactly; in all within what a gate leaves for the threads of the view into the JVM. */
    private static void assertThreads(WindowMeasurement base, WindowMeasurement more) {
        assertThat(groups(base)).containsEntry("worker", 64).doesNotContainKey("idler");
        assertThat(groups(more)).containsEntry("worker", 64).containsEntry("idler", 30);
        assertThat(metric(ProcessMetrics.THREADS_PEAK, more))
                .isCloseTo(metric(ProcessMetrics.THREADS_PEAK, base) + 30, within(2.0));
    }

    @Test
    void theServerCountsExactlyTheStatementsOfARequest() throws IOException {
        var trials = run("selftest-sql", Map.of("extra-sql", "extraSql: 2"));

        assertServed(trials, "base", 1);
        assertServed(trials, "extra-sql", 3);
    }

    private static void assertServed(Map<String, TrialResult> trials, String variant, int perRequest) {
        var windows = trial(trials, variant).measurement().orElseThrow().windows();
        assertThat(windows).isNotEmpty().allSatisfy(window -> {
            assertThat(window.requests().failed()).as(variant).isZero();
            assertThat(Objects.requireNonNull(window.views().servers().get("mysql"), "mysql")
                            .served())
                    .as("%s, %s", variant, window.label())
                    .isEqualTo(perRequest * window.requests().ended());
        });
    }

    /** A quick run of a built-in scenario with other variants, each of them its base with a switch that shows at once. */
    private Map<String, TrialResult> run(String scenario, Map<String, String> switches) throws IOException {
        var written = resource(scenario + ".yaml");
        int start = written.indexOf("\nvariants:");
        int with = written.indexOf("with: {", start) + "with: {".length();
        var base = written.substring(with, written.indexOf(" }\n", with));
        var variants = new StringBuilder("\nvariants:\n  base: { target: mini, with: {" + base + " } }\n");
        switches.forEach((name, value) ->
                variants.append("  " + name + ": { target: mini, with: {" + base + ", " + value + " } }\n"));
        var file = Files.writeString(
                directory.resolve(scenario + ".yaml"),
                written.substring(0, start)
                        + variants
                        + written.substring(written.indexOf("\nprofiles:")).replace("requests: 4000", "requests: 400"));
        Files.writeString(directory.resolve("selftest.sql"), resource("selftest.sql"));
        var output = directory.resolve(scenario + ".json");
        var outcome = Shell.run(
                "run", "--scenario", file.toString(), "--quick", "--runtime", "process", "-o", output.toString());
        assertThat(outcome.err()).doesNotContain("Exception");
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        ResultSchema.assertKeptBy(output);
        return ResultFile.read(output).lastAttempts().stream()
                .collect(Collectors.toMap(trial -> trial.id().variant(), trial -> trial));
    }

    private static String resource(String name) throws IOException {
        var path = "/dev/ralbench/scenarios/" + name;
        try (var stream = Objects.requireNonNull(MiniTargetIT.class.getResourceAsStream(path), path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static TrialResult trial(Map<String, TrialResult> trials, String variant) {
        return Objects.requireNonNull(trials.get(variant), variant);
    }

    /** What comes after the warm-up. */
    private static WindowMeasurement lastWindow(Map<String, TrialResult> trials, String variant) {
        var measurement = trial(trials, variant).measurement().orElseThrow();
        assertThat(measurement.wholeRun().requests().failed()).as(variant).isZero();
        return measurement.windows().getLast();
    }

    private static Map<String, Integer> groups(WindowMeasurement window) {
        return window.views().inside().map(InsideView::threadGroupsPeak).orElseThrow();
    }

    private static double metric(Metric metric, WindowMeasurement window) {
        return metric.of(window).orElseThrow();
    }
}
