package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Few values, equal values, none at all. */
class EdgesTest {
    @Test
    void zerosTakeARankButNoSide() {
        var test = SignedRank.of(0, 1, 2, 3);

        assertThat(test.statistic()).isEqualTo(2 + 3 + 4);
        assertThat(test.pGreater()).isEqualTo(1.0 / 8);
        assertThat(test.pLess()).isEqualTo(1);
    }

    @Test
    void tiesShareTheirRanks() {
        var test = SignedRank.of(-2, 1, 2, 2);

        assertThat(test.statistic()).isEqualTo(1 + 3 + 3);
        // of 16 choices of {1, 3, 3, 3} four reach 7: without the 1, or without one of the 3s
        assertThat(test.pGreater()).isEqualTo(5.0 / 16);
    }

    @Test
    void nothingButZerosIsNoDifference() {
        var test = SignedRank.of(0, -0.0, 0);
        assertThat(test.pGreater()).isEqualTo(1);
        assertThat(test.pLess()).isEqualTo(1);
        assertThat(HodgesLehmann.interval(0.2, 0, -0.0, 0)).isEqualTo(new Interval(0, 0, 0, 0.75));
    }

    /** Three of four are tied in size, one of them on the other side: that is less likely by chance than any shift up. */
    @Test
    void aBoundThatOnlyJustExcludesZeroIsTheNextNumber() {
        double[] differences = {-2, 1, 2, 2};
        double atZero = SignedRank.of(differences).pGreater();
        double besideZero = SignedRank.of(-2.01, 0.99, 1.99, 1.99).pGreater();

        assertThat(atZero).isEqualTo(5.0 / 16).isLessThan(besideZero);
        assertThat(HodgesLehmann.interval(atZero, differences).low())
                .isPositive()
                .isLessThan(1e-300);
        assertThat(HodgesLehmann.interval(Math.nextDown(atZero), differences).low())
                .isZero();
    }

    @Test
    void manyBlocksDoNotOverflow() {
        double[] differences =
                IntStream.rangeClosed(-70, 80).mapToDouble(i -> i).toArray();
        var interval = HodgesLehmann.interval(0.01, differences);

        assertThat(interval.estimate()).isEqualTo(5);
        assertThat(interval.low()).isBetween(-5.0, -3.0);
        assertThat(interval.high()).isEqualTo(10 - interval.low());
        assertThat(interval.confidence()).isBetween(0.98, 0.981);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, -0.01, Double.NaN})
    void aLevelIsAboveZeroAndBelowHalf(double alpha) {
        double[] some = {1, 2, 3};
        assertThatIllegalArgumentException().isThrownBy(() -> HodgesLehmann.interval(alpha, some));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoSamples.shift(alpha, some, some));
        assertThatIllegalArgumentException().isThrownBy(() -> Proportions.upperBound(1, 2, alpha));
        assertThatIllegalArgumentException().isThrownBy(() -> Proportions.lowerBound(1, 2, alpha));
    }

    @Test
    void valuesAreFiniteAndThere() {
        double[] none = {};
        double[] some = {1};
        assertThatIllegalArgumentException().isThrownBy(SignedRank::of).withMessage("no values");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TwoSamples.of(some, new double[] {Double.NEGATIVE_INFINITY}))
                .withMessage("not a finite value: -Infinity");
        assertThatIllegalArgumentException().isThrownBy(() -> SignedRank.of(1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> HodgesLehmann.estimate(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> HodgesLehmann.interval(0.1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoSamples.of(none, some));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoSamples.of(some, none));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoSamples.shift(0.1, some, none));
        assertThatIllegalArgumentException().isThrownBy(() -> TwoSamples.shift(0.1, none, some));
        assertThatIllegalArgumentException().isThrownBy(Median::of);
        assertThatIllegalArgumentException().isThrownBy(() -> Mean.of(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Deviation.of(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Deviation.of(1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Autocorrelation.lag1(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Steadiness.halves(new double[] {1}));
        assertThat(Deviation.of(1, 1)).isZero();
        assertThat(Deviation.upperLimit(0.8, 1, 1)).isZero();
    }

    @Test
    void unpairedTooFewBoundNothing() {
        assertThat(TwoSamples.shift(0.05, new double[] {1, 2}, new double[] {3, 5}))
                .isEqualTo(new Interval(2.5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1));
        assertThat(TwoSamples.of(new double[] {1, 3}, new double[] {3, 5}).statistic())
                .isEqualTo(3.5);
    }

    @Test
    void sharesAreBetweenNoneAndAll() {
        assertThat(Proportions.lowerBound(0, 5, 0.05)).isZero();
        assertThat(Proportions.upperBound(5, 5, 0.05)).isEqualTo(1);
        assertThat(Proportions.upperBound(0, 299, 0.05)).isLessThan(0.01);
        assertThat(Proportions.upperBound(0, 298, 0.05)).isGreaterThan(0.01);
        assertThatIllegalArgumentException().isThrownBy(() -> Proportions.upperBound(0, 0, 0.05));
        assertThatIllegalArgumentException().isThrownBy(() -> Proportions.upperBound(-1, 5, 0.05));
        assertThatIllegalArgumentException().isThrownBy(() -> Proportions.lowerBound(6, 5, 0.05));
    }

    @Test
    void signsInBalance() {
        assertThat(SignBalance.p(0, 0)).isEqualTo(1);
        assertThat(SignBalance.p(4, 4)).isEqualTo(1);
        assertThat(SignBalance.p(0, 8)).isCloseTo(2.0 / 256, within(1e-15));
        assertThat(SignBalance.p(8, 0)).isCloseTo(2.0 / 256, within(1e-15));
        assertThatIllegalArgumentException().isThrownBy(() -> SignBalance.p(-1, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> SignBalance.p(3, -1));
    }

    @Test
    void aConstantSeriesIsSteadyAndSaysNothingOfTheNextValue() {
        double[] constant = new double[20];
        Arrays.fill(constant, 7);

        assertThat(Autocorrelation.lag1(constant)).isZero();
        assertThat(Steadiness.halves(constant)).isZero();
    }

    @Test
    void halvesLeaveOutTheMiddle() {
        assertThat(Steadiness.halves(new double[] {1, 99, 2})).isEqualTo(Math.log(2));
        assertThat(Steadiness.halves(new double[] {0, 0})).isZero();
        assertThat(Steadiness.halves(new double[] {0, 1})).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Steadiness.halves(new double[] {1, 0})).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
