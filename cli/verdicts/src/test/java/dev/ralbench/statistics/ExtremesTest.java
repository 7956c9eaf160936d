package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Infinite differences: blocks in which one side has no value at all. */
class ExtremesTest {
    private static final double WORST = Double.POSITIVE_INFINITY;

    private static double[] withWorst(int count, double... values) {
        double[] all = values.clone();
        Arrays.fill(all, 0, count, WORST);
        return all;
    }

    private static double[] drawn(int n, long seed) {
        return new Random(seed).doubles(n, -0.05, 0.05).toArray();
    }

    /** Whatever is larger than all others has the same ranks, so any huge number has to give the same answers. */
    @Test
    void anInfiniteDifferenceCountsAsOneBeyondAllOthers() {
        for (int seed = 0; seed < 50; seed++) {
            double[] infinite = withWorst(2, drawn(12, seed));
            double[] huge =
                    Arrays.stream(infinite).map(value -> Math.min(value, 1e6)).toArray();

            assertThat(SignedRank.of(infinite).pGreater())
                    .isEqualTo(SignedRank.of(huge).pGreater());
            var found = HodgesLehmann.interval(0.05, infinite);
            var expected = HodgesLehmann.interval(0.05, huge);
            assertThat(found.low()).isEqualTo(expected.low());
            assertThat(found.estimate()).isEqualTo(expected.estimate());
            assertThat(found.high()).isEqualTo(expected.high() > 1 ? WORST : expected.high());
        }
    }

    @Test
    void aThirdOfTheBlocksLeavesNoUpperBound() {
        assertThat(HodgesLehmann.interval(0.01, withWorst(4, drawn(12, 1))).high())
                .isEqualTo(WORST);
    }

    @Test
    void bothWaysTheyCancel() {
        double[] both = drawn(12, 3);
        both[0] = WORST;
        both[1] = -WORST;

        assertThat(HodgesLehmann.estimate(both)).isBetween(-0.05, 0.05);
    }

    @Test
    void allInfiniteIsAsBadAsCanBe() {
        var found = HodgesLehmann.interval(0.01, withWorst(7, new double[7]));

        assertThat(found.estimate()).isEqualTo(WORST);
        assertThat(found.low()).isEqualTo(WORST);
        assertThat(SignedRank.of(withWorst(7, new double[7])).pGreater()).isEqualTo(1 / 128.0);
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> HodgesLehmann.estimate(1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
