package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventLoopLagTest {
    private static EventLoopLag lag(double sumMillis, Map<Double, Long> upToMillis) {
        return new EventLoopLag(sumMillis, new TreeMap<>(upToMillis));
    }

    @Test
    void theMeanIsThatOfAllSamples() {
        assertThat(lag(600, Map.of(1.0, 100L, 10.0, 100L)).meanMillis()).hasValue(3);
    }

    @Test
    void withoutSamplesThereIsNoFigure() {
        assertThat(lag(0, Map.of()).meanMillis()).isEmpty();
        assertThat(lag(0, Map.of()).p99Millis()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"990, 10, 1", "989, 11, 50", "0, 1000, 50"})
    void ninetyNineOfAHundredSamplesKeepToTheBound(long early, long late, double expected) {
        assertThat(lag(0, Map.of(1.0, early, 50.0, late)).p99Millis()).hasValue(expected);
    }

    @Test
    void aPercentileNeedsTenSamplesBeyondIt() {
        assertThat(lag(0, Map.of(1.0, 999L)).p99Millis()).isEmpty();
    }

    @Test
    void windowsTogetherHaveTheSamplesOfBoth() {
        var both = lag(100, Map.of(1.0, 600L, 5.0, 20L)).plus(lag(300, Map.of(1.0, 370L, 8.0, 10L)));

        assertThat(both).isEqualTo(lag(400, Map.of(1.0, 970L, 5.0, 20L, 8.0, 10L)));
        assertThat(both.p99Millis()).hasValue(5);
    }
}
