package dev.ralbench.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Point;
import dev.ralbench.reference.ReferenceFigures.Provenance;
import dev.ralbench.reference.ReferenceFigures.Published;
import dev.ralbench.reference.ReferenceFigures.Qualifier;
import dev.ralbench.reference.ReferenceFigures.ToolReports;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceFiguresTest {
    private static final double OFFERED_USER_SECONDS = 71_680;
    private static final double LENGTH_SECONDS = 120;

    /** The printed digits run together; these two laws prove that they were taken apart rightly. */
    @ParameterizedTest
    @CsvSource({
        "0, imperative", "0, reactive", "0, coroutines",
        "200, imperative", "200, reactive", "200, coroutines",
        "500, imperative", "500, reactive", "500, coroutines",
    })
    void theFiguresOfEveryRowAgreeWithEachOther(int delay, String variant) {
        var scenario = "imp.delay-" + delay;
        double requests = published(scenario, variant, RequestMetrics.REQUESTS);

        assertThat(Math.floor(requests / LENGTH_SECONDS))
                .isEqualTo(published(scenario, variant, RequestMetrics.REQUESTS_PER_SECOND));
        assertThat(requests * published(scenario, variant, RequestMetrics.MEAN) / 1e3)
                .isCloseTo(OFFERED_USER_SECONDS, Percentage.withPercentage(4));
        assertThat(published(scenario, variant, RequestMetrics.P99))
                .isGreaterThan(published(scenario, variant, RequestMetrics.MEAN));
        assertThat(published(scenario, variant, RequestMetrics.STDDEV)).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"imp, 116", "ral, 103", "par, 116", "worms, 37", "cor, 18"})
    void everyStudyIsThereWithAllItsFigures(String study, int figures) {
        var reference = ReferenceFigures.of(study).orElseThrow();

        assertThat(reference.schema()).isEqualTo(ReferenceFigures.SCHEMA);
        assertThat(reference.study()).isEqualTo(study);
        assertThat(reference.source().title()).isNotBlank();
        assertThat(reference.source().load()).isNotEmpty();
        assertThat(reference.figures())
                .hasSize(figures)
                .extracting(Figure::id)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.startsWith(study + "."));
        assertThat(reference.figures()).allSatisfy(figure -> {
            assertThat(figure.scenario()).startsWith(study);
            assertThat(figure.metric()).isNotBlank();
            assertThat(figure.unit()).isNotBlank();
            assertThat(figure.value()).isFinite();
        });
    }

    @Test
    void figuresThatContradictEachOtherAreBothKept() {
        var threads = ReferenceFigures.of("par").orElseThrow().ofScenario("par.combined-c100").stream()
                .filter(f -> f.variant().equals("parallel") && f.metric().equals("threads.peak"))
                .toList();

        assertThat(threads).extracting(Figure::value).containsExactlyInAnyOrder(3100.0, 3214.0);
        assertThat(threads)
                .extracting(Figure::provenance)
                .containsExactlyInAnyOrder(Provenance.TABLE, Provenance.IMAGE);
    }

    /** A screenshot of JMeter shows how many samples had come in when it was taken. */
    @ParameterizedTest
    @ValueSource(strings = {"imp", "ral", "par", "worms", "cor"})
    void noCountInAnImageIsANumberOfRequests(String study) {
        assertThat(ReferenceFigures.of(study).orElseThrow().figures())
                .filteredOn(figure -> figure.metric().equals(RequestMetrics.REQUESTS.key()))
                .extracting(Figure::provenance)
                .doesNotContain(Provenance.IMAGE);
    }

    /** Of 399 176 bytes a second ab prints 389.81 Kbytes: those of 1024. It prints the time in milliseconds. */
    @Test
    void aTransferRateIsThatOfTheBytesAndTheTime() {
        var worms = ReferenceFigures.of("worms").orElseThrow();
        var bytes =
                worms.published("worms.batching-c300", "plain", "bytes.total").orElseThrow();
        var seconds =
                worms.published("worms.batching-c300", "plain", "total-time").orElseThrow();
        var rate = worms.published("worms.batching-c300", "plain", RequestMetrics.TRANSFER_RATE.key())
                .orElseThrow();

        assertThat(rate.figure().in(RequestMetrics.TRANSFER_RATE.unit()))
                .isCloseTo(bytes.figure().value() / seconds.figure().value(), within(25.0));
    }

    @Test
    void aRangeIsStatedAsOne() {
        var ral = ReferenceFigures.of("ral").orElseThrow();
        var mean = ral.published("ral.fan-out-10x10", "v1", "mean").orElseThrow();
        assertThat(mean.figure().value()).isEqualTo(1500);
        assertThat(mean.upTo()).map(Figure::value).contains(3000.0);
        assertThat(ral.figures())
                .filteredOn(figure -> figure.qualifier() == Qualifier.AT_LEAST)
                .isNotEmpty()
                .allSatisfy(low -> assertThat(ral.published(low.scenario(), low.variant(), low.metric())
                                .flatMap(Published::upTo))
                        .isPresent());
    }

    @Test
    void aVariantIsFoundByTheNameThatItsScenarioSays() {
        var ral = ReferenceFigures.of("ral").orElseThrow();
        var run = Results.delay200();
        var variants = Map.of("one-by-one", Map.of("published", "v1"), "v2", Map.of());
        var said = Copy.of(run)
                .with("scenario.document", Map.of("variants", variants))
                .made();

        assertThat(ral.nameOf(said, "one-by-one")).isEqualTo("v1");
        assertThat(ral.nameOf(said, "v2")).isEqualTo("v2");
        assertThat(ral.nameOf(run, "sequential"))
                .as("of a result that says nothing")
                .isEqualTo("v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"imp", "ral", "par", "worms", "cor"})
    void figuresAreUnderTheNamesOfTheStudy(String study) {
        var reference = ReferenceFigures.of(study).orElseThrow();

        assertThat(reference.figures())
                .noneMatch(figure -> reference.formerNames().containsKey(figure.variant()));
    }

    @Test
    void aTableIsBelievedBeforeAnImageAndNothingDerivedIsCalledPublished() {
        var par = ReferenceFigures.of("par").orElseThrow();

        assertThat(par.published("par.combined-c100", "parallel", "threads.peak"))
                .hasValueSatisfying(
                        stated -> assertThat(stated.figure().value()).isEqualTo(3100));
        assertThat(ReferenceFigures.of("imp").orElseThrow().published("imp.delay-200", "reactive", "user-seconds"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none.delay-200", "", "../imp", "IMP.delay-0"})
    void anUnknownStudyIsNoFailure(String reference) {
        assertThat(ReferenceFigures.of(reference)).isEmpty();
    }

    @Test
    void theScenariosOfTheDelayStudyAreWired() {
        var imp = ReferenceFigures.of("imp.delay-500").orElseThrow();

        for (var scenario : List.of("imp.delay-0", "imp.delay-200", "imp.delay-500")) {
            assertThat(imp.ofScenario(scenario)).hasSizeGreaterThan(15);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"imp", "ral", "par", "worms", "cor"})
    void curvesAreMadeOfFiguresOfTheirVariant(String study) {
        var reference = ReferenceFigures.of(study).orElseThrow();
        assertThat(reference.reports()).extracting(ToolReports::scenario).doesNotHaveDuplicates();

        for (var report : reference.reports()) {
            assertThat(report.tools()).isNotEmpty();
            for (var curve : report.curves()) {
                var figures = curve.points().stream()
                        .map(point -> reference.ofScenario(report.scenario()).stream()
                                .filter(figure -> figure.id().equals(point.figure()))
                                .findFirst()
                                .orElseThrow())
                        .toList();
                assertThat(figures).extracting(Figure::variant).containsOnly(curve.variant());
                assertThat(figures).extracting(Figure::unit).containsOnly("ms");
                assertThat(curve.points()).extracting(Point::seconds).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    /** A range is one statement, and a point of a curve none about the whole run. */
    @Test
    void statementsThatContradictEachOtherStandTogether() {
        var means = ReferenceFigures.of("ral").orElseThrow().statements("ral.fan-out-10x10", "v1", "mean");

        assertThat(means).extracting(stated -> stated.figure().value()).containsExactly(1500.0, 1723.3, 1491.0);
        assertThat(means.getFirst().upTo()).map(Figure::value).contains(3000.0);
    }

    @Test
    void aValueIsGivenInTheUnitThatIsWanted() {
        var par = ReferenceFigures.of("par").orElseThrow();
        var time = figure(par, "par.single.sequence.real");

        assertThat(time.in(MetricUnit.MILLIS)).isCloseTo(4033, within(1e-9));
        assertThat(time.in(MetricUnit.SECONDS)).isEqualTo(4.033);
        assertThat(figure(par, "par.c10.sequence.peak-heap-mb").in(MetricUnit.BYTES))
                .isEqualTo(200e6);
        assertThat(figure(par, "par.c10.sequence.max-threads").in(MetricUnit.COUNT))
                .isEqualTo(41);
        assertThat(figure(ReferenceFigures.of("imp").orElseThrow(), "imp.delay-0.imperative.p99")
                        .in(MetricUnit.SECONDS))
                .isEqualTo(0.045);
    }

    private static Figure figure(ReferenceFigures study, String id) {
        return study.figures().stream()
                .filter(figure -> figure.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static double published(String scenario, String variant, Metric metric) {
        return ReferenceFigures.of(scenario)
                .flatMap(study -> study.published(scenario, variant, metric.key()))
                .orElseThrow()
                .figure()
                .value();
    }
}
