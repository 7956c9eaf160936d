package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Windows;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
        var metric = Metric.withKey(key).orElseThrow();

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

        assertThat(Metric.withKey(key).orElseThrow().of(window).orElseThrow())
                .isCloseTo(expected, within(expected * 1e-9));
    }

    @Test
    void theMeanIsThatOfWhatWasRecordedAndLittleDeviatesByIt() {
        double mean = LEVEL.requests().successful().meanMillis().orElseThrow();

        assertThat(mean).isCloseTo(100.1, within(0.05));
        assertThat(Metric.MEAN.of(WITH_INSIDE).orElseThrow()).isEqualTo(mean);
        assertThat(Metric.LITTLE_DEVIATION.of(WITH_INSIDE).orElseThrow()).isCloseTo(mean / 100 - 1, within(1e-9));
    }

    @Test
    void percentilesAreInOrder() {
        assertThat(Metric.P50.of(LEVEL).orElseThrow())
                .isLessThan(Metric.P90.of(LEVEL).orElseThrow())
                .isLessThan(Metric.P99.of(LEVEL).orElseThrow());
        assertThat(Metric.P999.of(LEVEL).orElseThrow())
                .isLessThanOrEqualTo(Metric.MAX.of(LEVEL).orElseThrow());
    }

    @ParameterizedTest
    @EnumSource
    void everyMetricHasAKeyATitleAndAReading(Metric metric) {
        assertThat(metric.key()).matches("[a-z0-9./-]+");
        assertThat(metric.title()).isNotBlank();
        assertThat(metric.reading()).endsWith(".");
        assertThat(Metric.withKey(metric.key())).contains(metric);
    }

    @Test
    void keysAreUnique() {
        assertThat(Arrays.stream(Metric.values()).map(Metric::key)).doesNotHaveDuplicates();
        assertThat(Metric.withKey("speed")).isEqualTo(Optional.empty());
    }

    @Test
    void anEmptyWindowHasNoQuotients() {
        assertThat(Metric.values())
                .filteredOn(metric -> metric.of(NOTHING).isPresent())
                .containsExactly(Metric.REQUESTS, Metric.STALL, Metric.USER_SECONDS);
    }

    @Test
    void onlyRequestsThatAreCountedHaveATotalTimeAndOnlyIfAllAreDone() {
        assertThat(Metric.TOTAL_TIME.of(Windows.counted("warm", 10, 3, 0, 500, 0)))
                .hasValue(1.5);
        assertThat(Metric.TOTAL_TIME.of(Windows.counted("warm", 10, 3, 0, 500, 1)))
                .isEmpty();
        assertThat(Metric.TOTAL_TIME.of(LEVEL)).isEmpty();
    }

    @Test
    void ofTwoWindowsTimesAndStartedThreadsAddUpAndTheHigherPeakStays() {
        var first = Windows.counted("warm", 10, 3, 0, 500, 0);
        var second = Windows.counted("warm", 10, 3, 1.5, 600, 0);
        var higher = Copy.of(second)
                .with("requests.peakPerSecond", OptionalDouble.of(25))
                .made();

        assertThat(Metric.TOTAL_TIME.of(first.plus(second)).orElseThrow()).isCloseTo(3.3, within(1e-9));
        assertThat(Metric.PEAK_PER_SECOND.of(first.plus(higher))).hasValue(25);
        assertThat(Metric.THREADS_STARTED.of(WITH_INSIDE.plus(WITH_INSIDE))).hasValue(4);
    }

    @Test
    void withoutAViewInsideNothingIsMadeUp() {
        assertThat(Metric.CPU_PER_REQUEST.of(LEVEL)).isEmpty();
        assertThat(Metric.THREADS_PEAK.of(LEVEL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"mysql", "postgres"})
    void sqlIsThatOfWhicheverDatabaseThereIs(String kind) {
        var window =
                LEVEL.with(Map.of(kind, new ServerView(60_000, 7, 20), "redis", new ServerView(1, 1, 1)), Map.of());

        assertThat(Metric.SQL_SERVED.of(window)).hasValue(60_000);
        assertThat(Metric.SQL_PER_REQUEST.of(window)).hasValue(3);
        assertThat(Metric.SQL_RUNNING.of(window)).hasValue(7);
        assertThat(Metric.SQL_CONNECTIONS.of(window)).hasValue(20);
        assertThat(Metric.SQL_PER_REQUEST.isServedPerRequestBy(kind)).isTrue();
        assertThat(Metric.SQL_SERVED.isServedPerRequestBy(kind)).isFalse();
        assertThat(Metric.REDIS_PER_REQUEST.isServedPerRequestBy(kind)).isFalse();
    }

    @Test
    void sqlIsThatOfBothDatabasesTogether() {
        var both = Map.of("mysql", new ServerView(20_000, 1, 5), "postgres", new ServerView(40_000, 2, 10));

        assertThat(Metric.SQL_PER_REQUEST.of(LEVEL.with(both, Map.of()))).hasValue(3);
        assertThat(Metric.SQL_CONNECTIONS.of(LEVEL.with(both, Map.of()))).hasValue(15);
        assertThat(Metric.SQL_SERVED.of(LEVEL)).isEmpty();
    }

    @Test
    void filesMayNameAMetricAsTablesDo() {
        assertThat(MetricNames.find("threads")).contains(Metric.THREADS_PEAK);
        assertThat(MetricNames.find("heap")).contains(Metric.HEAP_PEAK);
        assertThat(MetricNames.find("cpu/req")).contains(Metric.CPU_PER_REQUEST);
        assertThat(MetricNames.find("p99.9")).contains(Metric.P999);
        assertThat(MetricNames.find("requests per second")).isEmpty();
    }
}
