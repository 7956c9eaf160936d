package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold for any differences, with ties and zeros or without. */
class RankPropertiesTest {
    private static final double[] LEVELS = {0.01, 0.01 / 3, 0.05, 0.2};

    /** Whole numbers: many ties, zeros and opposite values; shifting and doubling them rounds nothing. */
    static Stream<List<Integer>> tied() {
        return Cases.of(300, RankPropertiesTest::tied);
    }

    static Stream<List<Integer>> spread() {
        return Cases.of(300, random -> Cases.wholeNumbers(random, -1_000_000, 1_500_000, 1, 20));
    }

    private static List<Integer> tied(Random random) {
        return Cases.wholeNumbers(random, -9, 15, 1, 16);
    }

    static Stream<Arguments> spreadAndHarm() {
        return Cases.of(
                300,
                random -> Arguments.of(
                        Cases.wholeNumbers(random, -1_000_000, 1_500_000, 1, 20), random.nextInt(2_000_001)));
    }

    static Stream<Arguments> tiedPairs() {
        return Cases.of(150, random -> Arguments.of(tied(random), tied(random)));
    }

    @ParameterizedTest
    @MethodSource("tied")
    void swappingMirrorsTied(List<Integer> values) {
        swappingMirrors(doubles(values));
    }

    @ParameterizedTest
    @MethodSource("spread")
    void swappingMirrorsSpread(List<Integer> values) {
        swappingMirrors(doubles(values));
    }

    private static void swappingMirrors(double... d) {
        double[] mirrored = Arrays.stream(d).map(x -> -x).toArray();
        assertThat(SignedRank.of(mirrored).pGreater())
                .isCloseTo(SignedRank.of(d).pLess(), within(1e-15));
        for (double alpha : LEVELS) {
            var interval = HodgesLehmann.interval(alpha, d);
            var other = HodgesLehmann.interval(alpha, mirrored);
            assertThat(other.low() + interval.high()).isIn(0.0, Double.NaN);
            assertThat(other.high() + interval.low()).isIn(0.0, Double.NaN);
            assertThat(other.estimate()).isEqualTo(0.0 - interval.estimate());
        }
    }

    @ParameterizedTest
    @MethodSource("tied")
    void intervalAndTestAgreeTied(List<Integer> values) {
        intervalAndTestAgree(doubles(values));
    }

    @ParameterizedTest
    @MethodSource("spread")
    void intervalAndTestAgreeSpread(List<Integer> values) {
        intervalAndTestAgree(doubles(values));
    }

    private static void intervalAndTestAgree(double... d) {
        var test = SignedRank.of(d);
        for (double alpha : LEVELS) {
            var interval = HodgesLehmann.interval(alpha, d);
            assertThat(interval.low() > 0).isEqualTo(test.pGreater() <= alpha);
            assertThat(interval.high() < 0).isEqualTo(test.pLess() <= alpha);
            assertThat(interval.estimate()).isBetween(interval.low(), interval.high());
            assertThat(interval.confidence()).isBetween(1 - 2 * alpha, 1.0);
        }
    }

    @ParameterizedTest
    @MethodSource("tied")
    void theUnitChangesNothing(List<Integer> values) {
        double[] d = doubles(values);
        double[] scaled = Arrays.stream(d).map(x -> x / 1024).toArray();
        var interval = HodgesLehmann.interval(0.05, d);
        var other = HodgesLehmann.interval(0.05, scaled);

        assertThat(SignedRank.of(scaled).pGreater()).isEqualTo(SignedRank.of(d).pGreater());
        assertThat(other.estimate() * 1024).isEqualTo(interval.estimate());
        assertThat(other.low() * 1024).isCloseTo(interval.low(), within(1e-300));
        assertThat(other.high() * 1024).isCloseTo(interval.high(), within(1e-300));
        assertThat(other.confidence()).isEqualTo(interval.confidence());
    }

    @ParameterizedTest
    @MethodSource("tied")
    void theOrderChangesNothing(List<Integer> values) {
        var shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, new Random(values.size()));

        assertThat(SignedRank.of(doubles(shuffled)).pGreater())
                .isCloseTo(SignedRank.of(doubles(values)).pGreater(), within(1e-15));
        assertThat(HodgesLehmann.interval(0.05, doubles(shuffled)))
                .isEqualTo(HodgesLehmann.interval(0.05, doubles(values)));
    }

    /** Where there is an effect to be seen: the smallest possible p of n blocks is 2^-n. */
    @ParameterizedTest
    @MethodSource("spread")
    void theSameBlocksAgainNarrow(List<Integer> values) {
        double[] d = doubles(values);
        double[] twice = Arrays.copyOf(d, 2 * d.length);
        System.arraycopy(d, 0, twice, d.length, d.length);
        var interval = HodgesLehmann.interval(0.01, d);
        var other = HodgesLehmann.interval(0.01, twice);

        assertThat(other.low()).isGreaterThanOrEqualTo(interval.low());
        assertThat(other.high()).isLessThanOrEqualTo(interval.high());
    }

    @ParameterizedTest
    @MethodSource("spreadAndHarm")
    void moreHarmIsNeverLessEvidenceOfIt(List<Integer> values, int harm) {
        double[] d = doubles(values);
        double[] worse = Arrays.stream(d).map(x -> x + harm).toArray();
        var before = HodgesLehmann.interval(0.05, d);
        var after = HodgesLehmann.interval(0.05, worse);

        assertThat(SignedRank.of(worse).pLess())
                .isGreaterThanOrEqualTo(SignedRank.of(d).pLess() - 1e-15);
        assertThat(SignedRank.of(worse).pGreater())
                .isLessThanOrEqualTo(SignedRank.of(d).pGreater() + 1e-15);
        assertThat(after.estimate()).isEqualTo(before.estimate() + harm);
        assertThat(after.low()).isGreaterThanOrEqualTo(before.low());
        assertThat(after.high()).isGreaterThanOrEqualTo(before.high());
    }

    @ParameterizedTest
    @MethodSource("tiedPairs")
    void unpairedSamplesMirrorAndAgree(List<Integer> first, List<Integer> second) {
        double[] base = doubles(first);
        double[] other = doubles(second);
        var test = TwoSamples.of(base, other);
        var mirrored = TwoSamples.of(other, base);
        assertThat(mirrored.pGreater()).isCloseTo(test.pLess(), within(1e-14));
        assertThat(mirrored.statistic() + test.statistic()).isEqualTo(base.length * other.length);
        for (double alpha : LEVELS) {
            var interval = TwoSamples.shift(alpha, base, other);
            assertThat(interval.low() > 0).isEqualTo(test.pGreater() <= alpha);
            assertThat(interval.high() < 0).isEqualTo(test.pLess() <= alpha);
            assertThat(TwoSamples.shift(alpha, other, base).low()).isEqualTo(0.0 - interval.high());
        }
    }

    private static double[] doubles(List<Integer> values) {
        return values.stream().mapToDouble(x -> x).toArray();
    }
}
