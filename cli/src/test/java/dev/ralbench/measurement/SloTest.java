package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SloTest {
    private static Slo p99AtMost(String limit) {
        return Slo.of(List.of(Threshold.parse(Metric.P99, "<=" + limit)));
    }

    /** So many requests of about a second each. */
    private static WindowMeasurement level(int requests) {
        return Windows.level(requests, 0, 1, 1000);
    }

    @ParameterizedTest
    @CsvSource({"1000, P99", "999, P90", "100, P90", "99, P50", "20, P50"})
    void theHighestPercentileThatCanBeToldIsJudged(int requests, Metric by) {
        var reading = p99AtMost("500ms").readings(level(requests)).getFirst();
        assertThat(reading.threshold().metric()).isEqualTo(Metric.P99);
        assertThat(reading.by()).isEqualTo(by);
        assertThat(reading.value()).isEqualTo(by.of(level(requests)));
        assertThat(reading.holds()).isFalse();
    }

    @Test
    void whatCannotBeToldIsNoBreach() {
        var reading = p99AtMost("500ms").readings(level(19)).getFirst();
        assertThat(reading.by()).isEqualTo(Metric.P99);
        assertThat(reading.value()).isEmpty();
        assertThat(reading.holds()).isTrue();
    }

    @Test
    void errorsAreReadWhereNothingWasSaidOfThem() {
        assertThat(p99AtMost("500ms").readings(Windows.dead(level(100)))).last().satisfies(reading -> {
            assertThat(reading.by()).isEqualTo(Metric.ERRORS);
            assertThat(reading.value()).isEqualTo(OptionalDouble.of(1));
            assertThat(reading.holds()).isFalse();
        });
    }
}
