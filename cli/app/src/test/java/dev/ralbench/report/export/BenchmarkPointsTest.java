package dev.ralbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.ComparisonView;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.TurnResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchmarkPointsTest {
    private static final JsonMapper JSON = new JsonMapper();

    private static BenchmarkPoints of(RunResult... runs) {
        return BenchmarkPoints.ofRuns(List.of(runs));
    }

    private static BenchmarkPoints compared() {
        return BenchmarkPoints.of(CompareReport.of(ComparisonView.of(Comparisons.regressed())));
    }

    @Test
    void bencherMetricFormatMatchesTheGoldenFile() {
        Golden.matches("report/export/run.bmf.json", of(Results.delay200(3)).bmf());
        Golden.matches("report/export/compare.bmf.json", compared().bmf());
    }

    @Test
    void bothDirectionsOfTheGitHubActionMatchTheGoldenFiles() {
        Golden.matches("report/export/run.smaller.json", of(Results.delay200(3)).smallerIsBetter());
        Golden.matches("report/export/run.bigger.json", of(Results.delay200(3)).biggerIsBetter());
    }

    private static Stream<BenchmarkPoints> everyKind() throws IOException {
        var recorded = Files.list(Repository.path("results", "recorded"))
                .filter(file -> file.toString().endsWith(".json"))
                .filter(file -> Repository.text(file).contains("\"" + RunResult.SCHEMA + "\""))
                .map(file -> of(ResultFile.read(file)));
        return Stream.concat(
                Stream.of(of(Results.troubled()), of(CountedResults.fanOut(1)), of(TurnResults.twoPairs()), compared()),
                recorded);
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void bencherFindsItsSchema(BenchmarkPoints points) throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(Files.readString(Path.of("src/test/resources/schemas/bmf.schema.json")));
        var json = JSON.readTree(points.bmf());

        assertThat(schema.validate(json)).isEmpty();
        assertThat(json.properties()).isNotEmpty().allSatisfy(benchmark -> {
            assertThat(benchmark.getKey()).hasSizeLessThanOrEqualTo(1024);
            assertThat(benchmark.getValue().properties()).allSatisfy(measure -> {
                assertThat(measure.getKey()).matches("[a-z0-9]+(-[a-z0-9]+)*").hasSizeLessThanOrEqualTo(64);
                var metric = measure.getValue();
                if (metric.has("lower_value")) {
                    assertThat(metric.get("value").asDouble())
                            .isBetween(
                                    metric.get("lower_value").asDouble(),
                                    metric.get("upper_value").asDouble());
                }
            });
        });
    }

    /** As the action's own schema and its extractRangeInfo have it. */
    @ParameterizedTest
    @MethodSource("everyKind")
    void theGitHubActionFindsNumbersAndUniqueNames(BenchmarkPoints points) {
        for (var better : List.of(Better.LOWER, Better.HIGHER)) {
            var text = better == Better.LOWER ? points.smallerIsBetter() : points.biggerIsBetter();
            var entries = entries(text);
            assertThat(entries).isNotEmpty().allSatisfy(entry -> {
                assertThat(entry.get("value").isNumber()).isTrue();
                assertThat(entry.get("unit").asString()).isNotEmpty();
                var name = entry.get("name").asString();
                assertThat(Metrics.withKey(name.substring(name.lastIndexOf(' ') + 1))
                                .orElseThrow()
                                .better())
                        .isEqualTo(better);
                if (entry.has("range")) {
                    var range = entry.get("range").asString();
                    assertThat(range).startsWith("± ");
                    assertThat(Double.parseDouble(range.substring(2))).isNotNegative();
                }
            });
            assertThat(entries)
                    .extracting(entry -> entry.get("name").asString())
                    .doesNotHaveDuplicates();
        }
    }

    private static List<JsonNode> entries(String json) {
        return StreamSupport.stream(JSON.readTree(json).spliterator(), false).toList();
    }

    @Test
    void valuesAreThoseOfTheTableInNanoseconds() {
        var run = Results.delay200(3);
        var p99 = run.variant("reactive").level(1024).value(RequestMetrics.P99);

        var metric = JSON.readTree(of(run).bmf()).get("delay-200/reactive@1024").get("latency-p99");

        assertThat(metric.get("value").asDouble()).isEqualTo(p99 * 1e6);
        assertThat(metric.get("lower_value").asDouble())
                .isLessThan(metric.get("upper_value").asDouble());
    }

    @Test
    void aSingleTrialHasNoSpread() {
        assertThat(of(Results.delay200()).bmf()).contains("\"value\"").doesNotContain("lower_value", "upper_value");
        assertThat(of(Results.delay200()).smallerIsBetter()).doesNotContain("\"range\"");
    }

    /** In a chart over time it would look like a change of the service. */
    @Test
    void whatCannotBeTrustedIsNoPoint() {
        var run = TurnResults.twoPairs();
        var trusted = run.with(
                run.status(),
                run.trials().stream()
                        .filter(trial -> trial.id().attempt() == 2 || trial.id().block() == 2)
                        .toList());
        var onlyInvalid = run.with(run.status(), run.trials().subList(1, 2));

        assertThat(of(run).bmf()).isEqualTo(of(trusted).bmf());
        assertThat(of(onlyInvalid).bmf()).isEqualTo("{ }\n");
    }

    @Test
    void ofSeveralRunsTheNewestIsThePoint() {
        var runs = Comparisons.historical().runs();
        var newest = of(runs.getLast());

        assertThat(BenchmarkPoints.ofRuns(runs).bmf()).isEqualTo(newest.bmf());
        assertThat(BenchmarkPoints.ofRuns(runs.reversed()).bmf()).isEqualTo(newest.bmf());
        assertThat(of(runs.getFirst()).bmf()).isNotEqualTo(newest.bmf());
    }

    @Test
    void aComparisonHasBaseAndHeadWithTheirBlocks() {
        var json = JSON.readTree(compared().bmf());
        var cell = Comparisons.regressed().cells().stream()
                .filter(one -> one.metric().equals(RequestMetrics.GOODPUT)
                        && one.level().equals(Level.ofUsers(1024)))
                .findFirst()
                .orElseThrow();
        var scenario = Comparisons.regressed().runs().getFirst().scenario().name();

        assertThat(json.get(scenario + "/head@1024")
                        .get("throughput")
                        .get("value")
                        .asDouble())
                .isEqualTo(cell.head().typical().orElseThrow());
        assertThat(json.get(scenario + "/base@1024")
                        .get("throughput")
                        .get("upper_value")
                        .asDouble())
                .isEqualTo(cell.base().trials().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow());
    }
}
