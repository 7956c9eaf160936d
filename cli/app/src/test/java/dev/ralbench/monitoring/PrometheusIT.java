package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.TestPrometheus;
import dev.ralbench.trial.RunListener;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Prometheus itself makes of the figures, and of the expressions of the Grafana dashboard. */
@Timeout(180)
class PrometheusIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final List<String> told = new ArrayList<>();

    @TempDir
    private Path directory;

    @BeforeAll
    static void find() {
        TestPrometheus.orSkip();
    }

    private Monitoring open() {
        return Monitoring.open(
                new Monitoring.Followers(OptionalInt.of(0), Optional.empty(), Duration.ofSeconds(1), "1.2"),
                Clock.system(),
                told::add);
    }

    private URI url() {
        return URI.create(told.getFirst().replace("metrics: ", ""));
    }

    /** A load of which everything can be seen. */
    private static ScriptedLoad begun(Monitoring monitoring) {
        var load = new ScriptedLoad(monitoring.following(new RunListener() {}));
        load.begins();
        load.trialStarts("head");
        load.trialEnds(1);
        load.trialStarts("base");
        return load;
    }

    private static void sees(ScriptedLoad load, int steps) {
        for (var name : List.of(
                "cpuCores",
                "generatorCores",
                "collectionMillisPerSecond",
                "threads",
                "threads.http-nio",
                "residentBytes",
                "heapUsedBytes",
                "heapAfterCollectionBytes",
                "acceptQueue",
                "loopLagMillis",
                "machineBusyShare",
                "pool.jdbc.inUse",
                "pool.jdbc.waiting",
                "pool.jdbc.limit",
                "served.mysql",
                "running.mysql",
                "connections.mysql")) {
            double[] values = new double[steps];
            Arrays.fill(values, 3);
            load.sees(name, values);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachPanelOfTheDashboardShowsSomething(boolean hasNative) throws Exception {
        var expressions = GrafanaTest.expressions();
        assertThat(expressions).hasSizeGreaterThan(20).noneMatch(expression -> expression.contains("$"));
        try (var monitoring = open();
                var prometheus = TestPrometheus.start(directory, url().getPort(), hasNative)) {
            var load = begun(monitoring);
            var missing = new ArrayList<>(expressions);
            int[] seconds = {0};
            Eventually.within(PATIENCE, () -> {
                seconds[0]++;
                sees(load, seconds[0]);
                load.goesOn("base", "8 users", 1, 90, 10);
                missing.removeIf(expression -> prometheus.query(expression).isPresent());
                return missing.isEmpty() || seconds[0] > 2000;
            });
            assertThat(missing).isEmpty();
            assertThat(value(prometheus, "count(ralbench_request_duration_seconds)"))
                    .isEqualTo(hasNative ? 1 : 0);
        }
    }

    private static double value(TestPrometheus prometheus, String expression) {
        return prometheus
                .query(expression)
                .map(vector ->
                        Double.parseDouble(vector.path(0).path("value").path(1).asString()))
                .orElse(0.0);
    }

    @Test
    void promtoolFindsNoFaultInALiveText() throws Exception {
        try (var monitoring = open()) {
            var load = begun(monitoring);
            sees(load, 3);
            load.goesOn("base", "8 users", 1, 90, 10);
            try (var in = url().toURL().openStream()) {
                var text = Files.write(directory.resolve("live.prom"), in.readAllBytes());
                assertThat(TestPrometheus.faults(text)).isEmpty();
            }
        }
    }

    @Test
    void promtoolFindsNoFaultInAStoredRun() throws Exception {
        var text = Files.writeString(
                directory.resolve("run.prom"), StoredMetrics.text(List.of(ScriptedLoad.WHOLE, ScriptedLoad.WHOLE)));

        assertThat(TestPrometheus.faults(text)).isEmpty();
    }
}
