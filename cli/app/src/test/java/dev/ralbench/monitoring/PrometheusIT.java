package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Repository;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Prometheus itself makes of the figures, and of the expressions of the Grafana dashboard. */
@Timeout(180)
class PrometheusIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Path DASHBOARD = Repository.ROOT.resolve("docs/grafana/ralbench.json");

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

    private static List<String> expressions() throws Exception {
        var panels = JsonMapper.shared().readTree(Files.readString(DASHBOARD)).path("panels");
        return panels.valueStream()
                .flatMap(panel -> panel.path("targets").valueStream())
                .map(target -> target.path("expr").asString())
                .map(expression -> expression
                        .replace("$scenario", ".*")
                        .replace("$variant", ".*")
                        .replace("$window", "5s"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachPanelOfTheDashboardShowsSomething(boolean hasNative) throws Exception {
        var expressions = expressions();
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
                .map(vector -> Double.parseDouble(vector.path(0).path("value").path(1).asString()))
                .orElse(0.0);
    }

    /** A metric that no panel could ever show is misspelt; one that no expression names is not shown. */
    @Test
    void theDashboardNamesMetricsThatThereAre() throws Exception {
        var known = Stream.of(Family.values())
                .flatMap(family -> switch (family.kind()) {
                    case COUNTER -> Stream.of(family.prometheus() + "_total");
                    case HISTOGRAM -> Stream.of(family.prometheus(), family.prometheus() + "_bucket");
                    case INFO -> Stream.of(family.prometheus() + "_info");
                    case GAUGE -> Stream.of(family.prometheus());
                })
                .toList();
        var named = Stream.concat(expressions().stream(), variables())
                .flatMap(expression -> Pattern.compile("ralbench_\\w+")
                        .matcher(expression)
                        .results()
                        .map(MatchResult::group))
                .distinct()
                .toList();

        assertThat(known).containsAll(named);
    }

    private static Stream<String> variables() throws Exception {
        return JsonMapper.shared()
                .readTree(Files.readString(DASHBOARD))
                .path("templating")
                .path("list")
                .valueStream()
                .map(variable -> variable.path("definition").asString(""));
    }

    /** Grafana drops panels that lie upon each other, and expressions without the identifier of a data source. */
    @Test
    void theDashboardIsWhole() throws Exception {
        var dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));

        assertThat(dashboard.path("uid").asString()).isEqualTo("ralbench");
        assertThat(dashboard.path("panels").valueStream().map(panel -> panel.path("id").asInt()))
                .doesNotHaveDuplicates();
        assertThat(dashboard
                        .path("panels")
                        .valueStream()
                        .flatMap(panel -> cells(panel.path("gridPos"))))
                .as("places of panels")
                .doesNotHaveDuplicates();
        assertThat(dashboard.path("panels").valueStream().flatMap(panel -> panel.path("targets").valueStream()))
                .allSatisfy(target -> assertThat(target.path("datasource").path("uid").asString())
                        .isEqualTo("${datasource}"));
    }

    private static Stream<String> cells(JsonNode place) {
        var cells = new ArrayList<String>();
        for (int x = 0; x < place.path("w").asInt(); x++) {
            for (int y = 0; y < place.path("h").asInt(); y++) {
                cells.add((place.path("x").asInt() + x) + "," + (place.path("y").asInt() + y));
            }
        }
        return cells.stream();
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
