package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Spacing;
import dev.ralbench.testing.Distributions;
import org.junit.jupiter.api.Test;

class OpenLoadTest {
    private static final LatencyDistribution FAST = Distributions.between(90, 5, 6);
    private static final LatencyDistribution SLOW = Distributions.between(70, 50, 60);
    private static final LatencyDistribution IN_TIME = Distributions.between(100, 0.01, 0.02);
    private static final LatencyDistribution LATE = Distributions.between(80, 1, 2);
    private static final OpenLoad ONE = new OpenLoad(10, 30, Spacing.EVEN, 100.5, 100, 95, 5, 40, FAST, IN_TIME);
    private static final OpenLoad OTHER = new OpenLoad(10, 30, Spacing.EVEN, 80.5, 80, 75, 9, 20, SLOW, LATE);

    @Test
    void theOfferedRateIsTheMeanOfARamp() {
        assertThat(ONE.offeredPerSecond()).isEqualTo(20, within(1e-9));
    }

    @Test
    void countsAddUpAndTheEndIsTheWorseOne() {
        assertThat(ONE.plus(OTHER))
                .isEqualTo(
                        new OpenLoad(10, 30, Spacing.EVEN, 181, 180, 170, 9, 40, FAST.plus(SLOW), IN_TIME.plus(LATE)));
    }
}
