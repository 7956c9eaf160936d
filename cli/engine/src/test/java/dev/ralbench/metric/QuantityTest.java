package dev.ralbench.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "MILLIS, 300ms, 300",
        "MILLIS, 1.5s, 1500",
        "MILLIS, 250us, 0.25",
        "SECONDS, 250ms, 0.25",
        "CPU_MICROS, 300us, 300",
        "CPU_MICROS, 1.5ms, 1500",
        "SHARE, 0.1%, 0.001",
        "SHARE, 0, 0",
        "PER_SECOND, 4000/s, 4000",
        "BYTES, 512MiB, 536870912",
        "BYTES, 0.5KiB, 512",
        "BYTES_PER_SECOND, 2MiB/s, 2097152",
        "COUNT, 200, 200",
        "RATIO, 0.02, 0.02",
    })
    void aLimitIsReadInTheMetricsUnit(MetricUnit unit, String text, double expected) {
        assertThat(Quantity.parse(unit, text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MILLIS     | 300      | needs a unit: a number with us, ms, s behind it, got 300",
                "MILLIS     | 300min   | needs a number with us, ms, s behind it, got 300min",
                "COUNT      | 2threads | needs a number without a unit, such as 2, got 2threads",
                "SHARE      | -1%      | must not be negative, got -1%",
                "PER_SECOND | fast     | needs a number with /s behind it, got fast",
            })
    void aLimitWithoutItsUnitIsRefused(MetricUnit unit, String text, String message) {
        assertThatThrownBy(() -> Quantity.parse(unit, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "MILLIS, 300, 300 ms",
        "MILLIS, 1043.6, 1.04 s",
        "MILLIS, 0.0871, 87.1 us",
        "SECONDS, 0.25, 250 ms",
        "SHARE, 0.001, 0.1 %",
        "PER_SECOND, 4812.4, 4812/s",
        "BYTES, 190840832, 182 MiB",
        "BYTES_PER_SECOND, 190840832, 182 MiB/s",
        "COUNT, 214, 214",
        "RATIO, 3.0199, 3.02",
        "CPU_MICROS, 0, 0 us",
        "MILLIS, Infinity, unknown",
    })
    void aLimitIsShownInTheUnitThatSuitsIt(MetricUnit unit, double value, String expected) {
        assertThat(Quantity.shown(unit, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "cpu/request, cpu/request",
        "cpu_request, cpu/request",
        "heap_live, heap.after-collection",
        "heap.after-collection, heap.after-collection",
        "heap_after_collection, heap.after-collection",
        "stall_max, stall",
        "user_seconds, user-seconds",
        "p999, p999",
    })
    void aMetricIsFoundByItsKeyAndWithUnderscores(String name, String key) {
        assertThat(Metrics.find(name).map(Metric::key)).contains(key);
    }

    @Test
    void noTwoMetricsAreFoundByOneName() {
        for (var metric : Metrics.ALL) {
            assertThat(Metrics.find(metric.key())).contains(metric);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "p99, <300ms, 299.9, 300, below 300 ms",
        "p99, <= 300ms, 300, 300.1, at most 300 ms",
        "goodput, >4000/s, 4000.1, 4000, above 4000/s",
        "goodput, >= 4000/s, 4000, 3999.9, at least 4000/s",
        "little.deviation, <5%, 0.04, 0.05, below 5 %",
    })
    void aLimitHoldsOnItsSideOfItsValue(String key, String text, double kept, double broken, String words) {
        var limit = MetricLimit.parse(metric(key), text);

        assertThat(limit.holds(kept)).isTrue();
        assertThat(limit.holds(broken)).isFalse();
        assertThat(limit.words()).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99     | 300ms    | must begin with <, <=, > or >=, got 300ms",
                "p99     | >300ms   | of p99, less is better: give the most",
                "goodput | <4000/s  | of goodput, more is better: give the least",
                "errors  | <0.1     | needs a unit: a number with % behind it, got 0.1",
            })
    void aLimitThatCannotBeMeantIsRefused(String key, String text, String message) {
        assertThatThrownBy(() -> MetricLimit.parse(metric(key), text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private static Metric metric(String key) {
        return Metrics.withKey(key).orElseThrow();
    }
}
