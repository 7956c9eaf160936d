package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTest {
    /** The table is for means, without the factor of Hodges and Lehmann's estimate. */
    private static final double MEANS = 1 / Power.HODGES_LEHMANN_FACTOR;

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

    /**
     * A table of detectable changes in per cent: what goodput loses, 1 - exp(-harm), with a loss of 5 % being
     * material; the half-width as what it gains at most, exp(width) - 1.
     */
    @ParameterizedTest
    @CsvSource({
        "8, 3, 6.9, 9.8, 3.2", "8, 5, 8.3, 12.9, 5.4", "8, 8, 12.9, 17.3, 8.8",
        "10, 3, 6.6, 9.1, 2.7", "10, 5, 7.7, 11.7, 4.6", "10, 8, 11.1, 15.6, 7.4",
        "12, 3, 6.5, 8.6, 2.4", "12, 5, 7.4, 11.0, 4.0", "12, 8, 9.9, 14.4, 6.5",
        "16, 3, 6.2, 8.1, 2.0", "16, 5, 7.1, 10.0, 3.3", "16, 8, 8.3, 12.9, 5.3",
        "20, 3, 6.1, 7.7, 1.7", "20, 5, 6.8, 9.4, 2.9", "20, 8, 7.9, 12.0, 4.6"
    })
    void whatBlocksDetect(int n, double sdPerCent, double material, double beyond, double halfWidth) {
        double sd = sdPerCent / 100 * MEANS;
        double loss = -Math.log(0.95);

        assertThat(-100 * Math.expm1(-Power.detectable(n, sd, 0.01, 0.95, loss)))
                .isCloseTo(material, within(0.0501));
        assertThat(-100 * Math.expm1(-Power.detectableBeyondMargin(n, sd, 0.01, 0.95, loss)))
                .isCloseTo(beyond, within(0.0501));
        assertThat(100 * Math.expm1(Power.halfWidth(n, sd, 0.01))).isCloseTo(halfWidth, within(0.0501));
    }

    @Test
    void tooFewBlocksDetectNothing() {
        assertThat(Power.detectable(6, 0.01, 0.01, 0.95, 0.05)).isInfinite();
        assertThat(Power.detectable(7, 0.01, 0.01, 0.95, 0.05)).isFinite();
        assertThat(Power.detectableBeyondMargin(6, 0.01, 0.01, 0.95, 0.05)).isInfinite();
        assertThat(Power.halfWidth(6, 0.01, 0.01)).isInfinite();
        assertThat(Power.halfWidth(7, 0.01, 0.01)).isFinite();
        assertThat(Power.halfWidth(1, 0.01, 0.499)).isInfinite();
        assertThat(Power.detectable(7, 0.01, 1.0 / 128, 0.95, 0.05)).isFinite();
    }

    @Test
    void noNumberOfBlocksFindsHarmThatIsNotMaterial() {
        assertThat(Power.blocksToDetect(0.05, 0.03, 0.01, 0.95, 0.05)).isEmpty();
        assertThat(Power.blocksForEquivalence(0.03, 0.01, 0.95, 0)).isEmpty();
    }

    @Test
    void asManyBlocksAsTheLevelNeedsEvenWithoutNoise() {
        assertThat(Power.blocksToDetect(0.1, 0, 0.01, 0.95, 0.05)).hasValue(7);
        assertThat(Power.blocksForEquivalence(0, 0.01, 0.95, 0.05)).hasValue(7);
        assertThat(Power.blocksForEquivalence(0, 0.4, 0.95, 0.05)).hasValue(2);
    }
}
