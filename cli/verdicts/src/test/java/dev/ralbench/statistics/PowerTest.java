package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PowerTest {
    private static final double ONE_PERCENT = 0.01;
    private static final double POWER = 0.95;

    @ParameterizedTest
    @CsvSource({"1, 7, 9", "2, 8, 10", "4, 9, 11", "5, 9, 11", "8, 10, 12", "12, 11, 12", "72, 13, 15"})
    void fewestBlocksForAnySignificance(int rules, int atOneLook, int atThreeLooks) {
        assertThat(Power.minimumBlocks(rules, 1, 0.01)).isEqualTo(atOneLook);
        assertThat(Power.minimumBlocks(rules, 3, 0.01)).isEqualTo(atThreeLooks);
    }

    /** A whole power of two is not rounded up. */
    @Test
    void fewestBlocksAtExactlyTheLevel() {
        assertThat(Power.minimumBlocks(1, 1, 1.0 / 128)).isEqualTo(7);
        assertThat(Power.minimumBlocks(1, 1, Math.nextDown(1.0 / 128))).isEqualTo(8);
        assertThat(Power.minimumBlocks(1, 1, 0.4999)).isEqualTo(2);
        assertThatIllegalArgumentException().isThrownBy(() -> Power.minimumBlocks(0, 1, 0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> Power.minimumBlocks(1, 0, 0.01));
        assertThatIllegalArgumentException().isThrownBy(() -> Power.minimumBlocks(1, 1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Power.minimumBlocks(1, 1, 0.5));
    }

    /** Only the sign of each block counts here: all n have to agree, with a probability of Phi(h)^n. */
    @ParameterizedTest
    @CsvSource({"5, 0.05", "6, 0.02", "7, 0.01", "9, 0.003", "10, 0.0016666", "11, 0.00083333"})
    void atTheFewestBlocksAllHaveToAgree(int n, double alpha) {
        double harm = Power.detectable(n, 1, alpha, POWER, 0);
        double agreed = Math.pow(NormalDistribution.of(0, 1).cumulativeProbability(harm), n);

        assertThat(agreed).isCloseTo(POWER, within(0.01));
    }

    /** With many blocks ranks lose little: (z_alpha + z_power) / sqrt(n), and 2.3 % more. */
    @Test
    void withManyBlocksItIsTheNormalFormula() {
        assertThat(Power.detectable(5_000, 1, ONE_PERCENT, POWER, 0))
                .isCloseTo(1.0233 * (2.3263 + 1.6449) / Math.sqrt(5_000), within(0.0003));
        assertThat(Power.detectable(5_000, 1, ONE_PERCENT, POWER, 10))
                .isCloseTo(10 + 1.0233 * 1.6449 / Math.sqrt(5_000), within(0.0001));
    }

    @Test
    void onlyTheRatioToTheNoiseCounts() {
        double harm = Power.detectable(12, 0.03, ONE_PERCENT, POWER, 0.05);

        assertThat(Power.detectable(12, 0.06, ONE_PERCENT, POWER, 0.1)).isCloseTo(2 * harm, within(1e-9));
        assertThat(Power.detectableBeyondMargin(12, 0.03, ONE_PERCENT, ONE_PERCENT, POWER, 0.05))
                .isCloseTo(0.05 + Power.detectable(12, 0.03, ONE_PERCENT, POWER, 0), within(1e-9));
    }

    @Test
    void tooFewBlocksDetectNothing() {
        assertThat(Power.detectable(6, 0.01, ONE_PERCENT, POWER, 0.05)).isInfinite();
        assertThat(Power.detectable(7, 0.01, ONE_PERCENT, POWER, 0.05)).isFinite();
        assertThat(Power.detectableBeyondMargin(6, 0.01, ONE_PERCENT, ONE_PERCENT, POWER, 0.05))
                .isInfinite();
        assertThat(Power.detectable(1, 0.01, 0.499, POWER, 0)).isInfinite();
        assertThat(Power.detectable(7, 0.01, 1.0 / 128, POWER, 0.05)).isFinite();
    }

    @Test
    void withoutNoiseWhateverIsMaterialIsDetected() {
        assertThat(Power.detectable(12, 0, ONE_PERCENT, POWER, 0.05)).isEqualTo(0.05);
        assertThat(Power.detectable(12, 0, ONE_PERCENT, POWER, 0)).isZero();
        assertThat(Power.detectable(12, 1e-12, ONE_PERCENT, POWER, 0.05)).isCloseTo(0.05, within(1e-9));
        assertThat(Power.detectableBeyondMargin(12, 0, ONE_PERCENT, ONE_PERCENT, POWER, 0.05))
                .isEqualTo(0.05);
    }

    /** A level that hardly is one, and one that is hardly ever reached. */
    @ParameterizedTest
    @ValueSource(doubles = {0.4999, 0.3, 1e-6})
    void moreHarmIsFoundWithMorePower(double alpha) {
        for (int n = Power.minimumBlocks(1, 1, alpha); n < 60; n++) {
            double half = Power.detectable(n, 1, alpha, 0.5, 0);
            double most = Power.detectable(n, 1, alpha, 0.99, 0);
            assertThat(half).as("%d blocks", n).isNotNegative().isLessThan(most);
            assertThat(most).as("%d blocks", n).isLessThan(7);
        }
    }

    @Test
    void noNumberOfBlocksFindsHarmThatIsNotMaterial() {
        assertThat(Power.blocksToDetect(0.05, 0.03, ONE_PERCENT, POWER, 0.05)).isEmpty();
        assertThat(Power.blocksToDetect(0.0001, 0.1, ONE_PERCENT, POWER, 0)).isEmpty();
    }

    @Test
    void theFewestBlocksAreThoseThatDetectIt() {
        int blocks =
                Power.blocksToDetect(0.07, 0.05, ONE_PERCENT / 12, POWER, 0.05).orElseThrow();

        assertThat(Power.detectable(blocks, 0.05, ONE_PERCENT / 12, POWER, 0.05))
                .isLessThanOrEqualTo(0.07);
        assertThat(Power.detectable(blocks - 1, 0.05, ONE_PERCENT / 12, POWER, 0.05))
                .isGreaterThan(0.07);
        assertThat(Power.blocksToDetect(0.1, 0, ONE_PERCENT, POWER, 0.05)).hasValue(7);
    }
}
