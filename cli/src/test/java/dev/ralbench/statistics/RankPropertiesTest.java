package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What must hold for any differences, with ties and zeros or without. */
class RankPropertiesTest {
    private static final double[] LEVELS = {0.01, 0.01 / 3, 0.05, 0.2};

    /** Whole numbers: many ties, zeros and opposite values; shifting and doubling them rounds nothing. */
    @Provide
    Arbitrary<List<Integer>> tied() {
        return Arbitraries.integers().between(-9, 15).list().ofMinSize(1).ofMaxSize(16);
    }

    @Provide
    Arbitrary<List<Integer>> spread() {
        return Arbitraries.integers()
                .between(-1_000_000, 1_500_000)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    @Property(tries = 300)
    void swappingMirrorsTied(@ForAll("tied") List<Integer> values) {
        swappingMirrors(doubles(values));
    }

    @Property(tries = 300)
    void swappingMirrorsSpread(@ForAll("spread") List<Integer> values) {
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

    @Property(tries = 300)
    void intervalAndTestAgreeTied(@ForAll("tied") List<Integer> values) {
        intervalAndTestAgree(doubles(values));
    }

    @Property(tries = 300)
    void intervalAndTestAgreeSpread(@ForAll("spread") List<Integer> values) {
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

    @Property(tries = 300)
    void theUnitChangesNothing(@ForAll("tied") List<Integer> values) {
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

    @Property(tries = 300)
    void theOrderChangesNothing(@ForAll("tied") List<Integer> values, @ForAll long seed) {
        var shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, new Random(seed));

        assertThat(SignedRank.of(doubles(shuffled)).pGreater())
                .isCloseTo(SignedRank.of(doubles(values)).pGreater(), within(1e-15));
        assertThat(HodgesLehmann.interval(0.05, doubles(shuffled)))
                .isEqualTo(HodgesLehmann.interval(0.05, doubles(values)));
    }

    /** Where there is an effect to be seen: the smallest possible p of n blocks is 2^-n. */
    @Property(tries = 300)
    void theSameBlocksAgainNarrow(@ForAll("spread") List<Integer> values) {
        double[] d = doubles(values);
        double[] twice = Arrays.copyOf(d, 2 * d.length);
        System.arraycopy(d, 0, twice, d.length, d.length);
        var interval = HodgesLehmann.interval(0.01, d);
        var other = HodgesLehmann.interval(0.01, twice);

        assertThat(other.low()).isGreaterThanOrEqualTo(interval.low());
        assertThat(other.high()).isLessThanOrEqualTo(interval.high());
    }

    @Property(tries = 300)
    void moreHarmIsNeverLessEvidenceOfIt(@ForAll("spread") List<Integer> values, @ForAll("harm") int harm) {
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

    @Provide
    Arbitrary<Integer> harm() {
        return Arbitraries.integers().between(0, 2_000_000);
    }

    @Property(tries = 150)
    void unpairedSamplesMirrorAndAgree(@ForAll("tied") List<Integer> first, @ForAll("tied") List<Integer> second) {
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
