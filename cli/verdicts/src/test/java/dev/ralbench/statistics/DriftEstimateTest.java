package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftEstimateTest {
    private static final double NONE = Double.NaN;

    /** The line through 1, 2, 3, 4, 5 ends at 5. */
    @Test
    void theEndOfALineIsHeldAgainstTheAnchor() {
        double[] values = {0, 1, 2, 3.1, 3.9, 5};

        var drift = DriftEstimate.of(values, List.of(), List.of(0), 0).orElseThrow();

        assertThat(drift.estimate()).isCloseTo(4.98, within(1e-9));
        assertThat(drift.interval(0.05).low()).isGreaterThan(4);
        assertThat(drift.negated().estimate()).isEqualTo(-drift.estimate());
        assertThat(drift.negated().probabilityOfMore()).isCloseTo(1 - drift.probabilityOfMore(), within(1e-9));
    }

    @Test
    void onlyRunsSinceTheLastStepAreNow() {
        double[] values = {10, 10.1, 9.9, NONE, 12, 12.2};

        var drift = DriftEstimate.of(values, List.of(4), List.of(0, 1), 0).orElseThrow();

        assertThat(drift.estimate()).isCloseTo(12.1 - 10.05, within(1e-9));
        assertThat(drift.freedom()).isEqualTo(3);
    }

    @Test
    void anAnchorAloneOrWithoutAValueSaysNothing() {
        double[] values = {1, NONE, 2, 3};

        assertThat(DriftEstimate.of(values, List.of(), List.of(1), 0)).isEmpty();
        assertThat(DriftEstimate.of(values, List.of(3), List.of(3), 0)).isEmpty();
        assertThat(DriftEstimate.of(new double[] {1, 2}, List.of(1), List.of(0), 0))
                .isEmpty();
    }

    /** Each bound at 5 %: 90 % of intervals hold a drift of 0; neighbours that correlate by 0.3 are allowed for. */
    @ParameterizedTest
    @CsvSource({"8, 0", "20, 0", "20, 0.3"})
    void boundsHold(int runs, double correlation) {
        var random = new Random(3);
        int beyond = 0;
        int histories = 2000;
        for (int i = 0; i < histories; i++) {
            double[] last = {random.nextGaussian()};
            double[] values = IntStream.range(0, runs)
                    .mapToDouble(run -> last[0] =
                            correlation * last[0] + Math.sqrt(1 - correlation * correlation) * random.nextGaussian())
                    .toArray();
            var drift =
                    DriftEstimate.of(values, List.of(), List.of(0), correlation).orElseThrow();
            beyond += drift.interval(0.05).low() > 0 ? 1 : 0;
        }

        assertThat((double) beyond / histories).isBetween(0.025, 0.075);
    }
}
