package dev.ralbench.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.metric.DependencyFigure.Aspect;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Windows;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricTest {
    private static final WindowMeasurement LEVEL = Windows.window(WindowKind.LEVEL, 100, 100, 0, 20, 100, 200);
    private static final WindowMeasurement WITH_INSIDE =
            LEVEL.with(java.util.Optional.of(Windows.inside(LEVEL, 47, 90, 250)), java.util.Optional.empty());
    private static final WindowMeasurement NOTHING = Windows.window(WindowKind.RAMP, 0, 0, 0, 0, 100, 0);

    @ParameterizedTest
    @CsvSource({
        "goodput, 990",
        "requests, 20000",
        "rps, 1000",
        "rps.peak, 1000",
        "errors, 0.01",
        "stall, 0.1",
        "threads.peak, 47",
        "threads.started, 2",
        "heap.peak, 94371840",
        "heap.after-collection, 31457280",
        "gc.count, 12",
        "gc.time, 84.5",
        "alloc/request, 21340",
        "cpu/request, 250",
        "rss.peak, 188743680",
        "switches/request, 3.25",
        "user-seconds, 2000",
    })
    void aMetricIsTakenFromItsPlaceInTheWindow(String key, double expected) {
        var metric = Metrics.withKey(key).orElseThrow();

        assertThat(metric.of(WITH_INSIDE).orElseThrow()).isCloseTo(expected, within(expected * 1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "threads.peak, 7",
        "heap.peak, 52428800",
        "gc.count, 21",
        "gc.time, 142",
        "loop.lag, 1.2",
        "loop.lag.p99, 1.953",
        "cpu/request, 250",
    })
    void onNodeAMetricIsTakenFromWhatNodeTells(String key, double expected) {
        var window = LEVEL.with(WITH_INSIDE.views().inside().map(Windows::onNode), Optional.empty());

        assertThat(Metrics.withKey(key).orElseThrow().of(window).orElseThrow())
                .isCloseTo(expected, within(expected * 1e-9));
    }

    @Test
    void theMeanIsThatOfWhatWasRecordedAndLittleDeviatesByIt() {
        double mean = LEVEL.requests().successful().meanMillis().orElseThrow();

        assertThat(mean).isCloseTo(100.1, within(0.05));
        assertThat(RequestMetrics.MEAN.of(WITH_INSIDE).orElseThrow()).isEqualTo(mean);
        assertThat(TrialMetrics.LITTLE_DEVIATION.of(WITH_INSIDE).orElseThrow()).isCloseTo(mean / 100 - 1, within(1e-9));
    }

    @Test
    void percentilesAreInOrder() {
        assertThat(RequestMetrics.P50.of(LEVEL).orElseThrow())
                .isLessThan(RequestMetrics.P90.of(LEVEL).orElseThrow());
        assertThat(RequestMetrics.P90.of(LEVEL).orElseThrow())
                .isLessThan(RequestMetrics.P95.of(LEVEL).orElseThrow());
        assertThat(RequestMetrics.P95.of(LEVEL).orElseThrow())
                .isLessThan(RequestMetrics.P99.of(LEVEL).orElseThrow());
        assertThat(RequestMetrics.P999.of(LEVEL).orElseThrow())
                .isLessThanOrEqualTo(RequestMetrics.MAX.of(LEVEL).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyMetricHasAKeyATitleAndAReading(Metric metric) {
        assertThat(metric.key()).matches("[a-z0-9./-]+");
        assertThat(metric.title()).isNotBlank();
        assertThat(metric.reading()).endsWith(".");
        assertThat(Metrics.withKey(metric.key())).contains(metric);
    }

    static List<Metric> all() {
        return Metrics.ALL;
    }

    /** A median of percentiles is the percentile of nothing. */
    @ParameterizedTest
    @MethodSource("all")
    void everyPercentileIsOfMergedTrials(Metric metric) {
        if (metric.percentile().isPresent() || metric.key().matches("(.*\\.)?p\\d+(\\..*)?")) {
            assertThat(metric.overTrials()).isEqualTo(OverTrials.MERGED);
        }
    }

    @Test
    void aPercentileOfRequestsSaysWhichOneItIs() {
        assertThat(RequestMetrics.PERCENTILES)
                .extracting(metric -> metric.percentile().orElseThrow())
                .as("each is also in LatencyDistribution, in LatencyFigures of results, and in their schema")
                .containsExactly(50.0, 90.0, 95.0, 99.0, 99.9);
        assertThat(RequestMetrics.P95.leastSamples()).isEqualTo(200);
        assertThat(RequestMetrics.MEAN.percentile()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyComparedMetricHasMarginsInOrder(Metric metric) {
        var comparison = metric.comparison();

        if (comparison.way() != MetricComparison.Way.NOT_COMPARED) {
            assertThat(comparison.material()).isPositive().isLessThanOrEqualTo(comparison.tolerated());
            assertThat(metric.better()).isNotEqualTo(Better.NEITHER);
        }
    }

    @Test
    void theSameHoldsForAllDependencies() {
        assertThat(Metrics.of(Aspect.SERVED_PER_REQUEST))
                .extracting(metric -> metric.comparison().way())
                .containsOnly(MetricComparison.Way.EXACT);
        assertThat(Metrics.of(Aspect.SERVED))
                .extracting(metric -> metric.comparison().way())
                .containsOnly(MetricComparison.Way.NOT_COMPARED);
    }

    /** A constant that its class does not list would be in no file and in no table. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                RequestMetrics.class,
                ArrivalMetrics.class,
                ProcessMetrics.class,
                DependencyMetrics.class,
                TrialMetrics.class
            })
    void everyConstantIsListed(Class<?> constants) {
        assertThat(Arrays.stream(constants.getDeclaredFields())
                        .filter(field -> field.getType() == Metric.class)
                        .map(MetricTest::valueOf))
                .isNotEmpty()
                .isSubsetOf(Metrics.ALL);
    }

    private static Metric valueOf(Field field) {
        try {
            return (Metric) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void keysAreUnique() {
        assertThat(Metrics.ALL.stream().map(Metric::key)).doesNotHaveDuplicates();
        assertThat(Metrics.withKey("speed")).isEqualTo(Optional.empty());
    }

    @Test
    void anEmptyWindowHasNoQuotients() {
        assertThat(Metrics.ALL)
                .filteredOn(metric -> metric.of(NOTHING).isPresent())
                .containsExactly(RequestMetrics.REQUESTS, RequestMetrics.STALL, TrialMetrics.USER_SECONDS);
    }

    @ParameterizedTest
    @CsvSource({
        "transfer-rate, 267000",
        "sent-rate, 50000",
        "body/response, 187",
        "received/request, 267",
    })
    void bytesAreThoseOfTheRequestsThatTheWindowCounts(String key, double expected) {
        var metric = Metrics.withKey(key).orElseThrow();
        var window = Copy.of(LEVEL)
                .with(
                        "requests.transfer",
                        Optional.of(new WindowRequests.Transfer(20_000, 20_000 * 187, 20_000 * 267, 20_000 * 50)))
                .made();

        assertThat(metric.of(window)).hasValue(expected);
        assertThat(metric.of(LEVEL)).as("not counted").isEmpty();
    }

    @Test
    void bytesOfFailedRequestsAreNoBodies() {
        var timeouts = Copy.of(LEVEL)
                .with("requests.transfer", Optional.of(new WindowRequests.Transfer(0, 0, 0, 1_000_000)))
                .made();

        assertThat(RequestMetrics.BODY_PER_RESPONSE.of(timeouts)).isEmpty();
        assertThat(RequestMetrics.RECEIVED_PER_REQUEST.of(timeouts)).hasValue(0);
        assertThat(RequestMetrics.TRANSFER_RATE.of(timeouts)).hasValue(0);
    }

    @Test
    void onlyRequestsThatAreCountedHaveATotalTimeAndOnlyIfAllAreDone() {
        assertThat(RequestMetrics.TOTAL_TIME.of(Windows.counted("warm", 10, 3, 0, 500, 0)))
                .hasValue(1.5);
        assertThat(RequestMetrics.TOTAL_TIME.of(Windows.counted("warm", 10, 3, 0, 500, 1)))
                .isEmpty();
        assertThat(RequestMetrics.TOTAL_TIME.of(LEVEL)).isEmpty();
    }

    @Test
    void ofTwoWindowsTimesAndStartedThreadsAddUpAndTheHigherPeakStays() {
        var first = Windows.counted("warm", 10, 3, 0, 500, 0);
        var second = Windows.counted("warm", 10, 3, 1.5, 600, 0);
        var higher = Copy.of(second)
                .with("requests.peakPerSecond", OptionalDouble.of(25))
                .made();

        assertThat(RequestMetrics.TOTAL_TIME.of(first.plus(second)).orElseThrow())
                .isCloseTo(3.3, within(1e-9));
        assertThat(RequestMetrics.PEAK_PER_SECOND.of(first.plus(higher))).hasValue(25);
        assertThat(ProcessMetrics.THREADS_STARTED.of(WITH_INSIDE.plus(WITH_INSIDE)))
                .hasValue(4);
    }

    @Test
    void withoutAViewInsideNothingIsMadeUp() {
        assertThat(ProcessMetrics.CPU_PER_REQUEST.of(LEVEL)).isEmpty();
        assertThat(ProcessMetrics.THREADS_PEAK.of(LEVEL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"mysql", "postgres"})
    void sqlIsThatOfWhicheverDatabaseThereIs(String kind) {
        var window =
                LEVEL.with(Map.of(kind, new ServerView(60_000, 7, 20), "redis", new ServerView(1, 1, 1)), Map.of());

        assertThat(DependencyMetrics.SQL_SERVED.of(window)).hasValue(60_000);
        assertThat(DependencyMetrics.SQL_PER_REQUEST.of(window)).hasValue(3);
        assertThat(DependencyMetrics.SQL_RUNNING.of(window)).hasValue(7);
        assertThat(DependencyMetrics.SQL_CONNECTIONS.of(window)).hasValue(20);
        assertThat(DependencyMetrics.SQL_PER_REQUEST.isServedPerRequestBy(kind)).isTrue();
        assertThat(DependencyMetrics.SQL_SERVED.isServedPerRequestBy(kind)).isFalse();
        assertThat(DependencyMetrics.REDIS_PER_REQUEST.isServedPerRequestBy(kind))
                .isFalse();
    }

    @Test
    void sqlIsThatOfBothDatabasesTogether() {
        var both = Map.of("mysql", new ServerView(20_000, 1, 5), "postgres", new ServerView(40_000, 2, 10));

        assertThat(DependencyMetrics.SQL_PER_REQUEST.of(LEVEL.with(both, Map.of())))
                .hasValue(3);
        assertThat(DependencyMetrics.SQL_CONNECTIONS.of(LEVEL.with(both, Map.of())))
                .hasValue(15);
        assertThat(DependencyMetrics.SQL_SERVED.of(LEVEL)).isEmpty();
    }

    @Test
    void filesMayNameAMetricAsTablesDo() {
        assertThat(Metrics.find("threads")).contains(ProcessMetrics.THREADS_PEAK);
        assertThat(Metrics.find("heap")).contains(ProcessMetrics.HEAP_PEAK);
        assertThat(Metrics.find("cpu/req")).contains(ProcessMetrics.CPU_PER_REQUEST);
        assertThat(Metrics.find("p99.9")).contains(RequestMetrics.P999);
        assertThat(Metrics.find("requests per second")).isEmpty();
    }
}
