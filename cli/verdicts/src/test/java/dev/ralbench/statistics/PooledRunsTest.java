package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Cases;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Effects over several runs. */
class PooledRunsTest {
    private static final double ALPHA = 0.01;
    private static final int SAMPLES = 600;
    private static final double EFFECT = 0.13;

    static Stream<List<double[]>> runs() {
        return Cases.of(200, random -> runs(random, 2 + random.nextInt(5), 0.05, 0.03, 0.02));
    }

    @Test
    void oneRunOrTwoAreTheirBlocks() {
        double[] first = {0.1, 0.12, 0.09, 0.11, 0.13, 0.1, 0.08, 0.12};
        double[] second = {0.3, 0.32, 0.29, 0.31, 0.33, 0.3, 0.28, 0.32};

        assertThat(PooledRuns.of(ALPHA, List.of(first)).interval()).isEqualTo(HodgesLehmann.interval(ALPHA, first));
        assertThat(PooledRuns.of(ALPHA, List.of(first, second)).pGreater()).isEqualTo(Math.scalb(1.0, -16));
    }

    /** Runs of 10, 11 and 12 %, within which blocks hardly differ: t_(0.99, 2) = 6.9646, times 0.01 / sqrt(3). */
    @Test
    void theSpreadBetweenRunsIsPartOfTheInterval() {
        var runs = Stream.of(0.10, 0.11, 0.12)
                .map(effect -> IntStream.range(0, 9)
                        .mapToDouble(block -> effect + (block - 4) * 1e-5)
                        .toArray())
                .toList();

        var interval = PooledRuns.of(ALPHA, runs).interval();

        assertThat(interval.low()).isCloseTo(0.11 - 6.9646 * 0.01 / Math.sqrt(3), within(1e-6));
        assertThat(interval.high()).isCloseTo(0.11 + 6.9646 * 0.01 / Math.sqrt(3), within(1e-6));
    }

    /** Else the table would say worse next to an interval that holds 0. */
    @ParameterizedTest
    @MethodSource("runs")
    void aBoundExcludesZeroIfAndOnlyIfItsTestRejects(List<double[]> runs) {
        var effect = PooledRuns.of(ALPHA, runs);

        assertThat(effect.interval().low() > 0).isEqualTo(effect.pGreater() <= ALPHA);
        assertThat(effect.interval().high() < 0).isEqualTo(effect.pLess() <= ALPHA);
        assertThat(effect.interval().estimate())
                .isBetween(effect.interval().low(), effect.interval().high());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void swappingTheSidesMirrorsTheEffect(List<double[]> runs) {
        var there = PooledRuns.of(ALPHA, runs);
        var back = PooledRuns.of(ALPHA, runs.stream().map(Sample::negated).toList());

        assertThat(back.interval().low()).isCloseTo(-there.interval().high(), within(1e-12));
        assertThat(back.pGreater()).isCloseTo(there.pLess(), within(1e-12));
    }

    @Test
    void runsThatAgreeToTheLastBitAreNoDivisionByZero() {
        var none = PooledRuns.of(ALPHA, List.of(new double[8], new double[8], new double[8]));

        assertThat(none.pGreater()).isEqualTo(1);
        assertThat(none.interval().low()).isLessThanOrEqualTo(0);
    }

    /**
     * The spreads that twenty recorded self-tests have: a lock pool's goodput with 0.83 % between the blocks of a run and
     * 1.24 % between runs, p90 of sleeping requests with 2.0 and 2.3 %, and identical variants with none between runs.
     */
    @ParameterizedTest
    @CsvSource({
        "3, 12, 0.0083, 0.0124",
        "6, 12, 0.0083, 0.0124",
        "3, 12, 0.0200, 0.0230",
        "10, 7, 0.0200, 0.0230",
        "3, 12, 0.0083, 0",
        "6, 12, 0.0083, 0",
    })
    void theIntervalHoldsTheEffectOfFurtherRunsAsOftenAsItSays(int runs, int blocks, double within, double between) {
        double coverage = coverage(runs, blocks, within, between);

        double standardError = Math.sqrt(0.98 * 0.02 / SAMPLES);
        assertThat(coverage).isGreaterThan(0.98 - 3 * standardError);
    }

    /** What a single run says of others, which is why its interval is called that of this run. */
    @Test
    void theIntervalOfOneRunHoldsTheEffectOfOthersInLessThanHalfOfTheCases() {
        assertThat(coverage(1, 12, 0.0083, 0.0124)).isBetween(0.3, 0.5);
    }

    private static double coverage(int count, int blocks, double within, double between) {
        var random = new Random(20261122L + count);
        int held = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var interval = PooledRuns.of(ALPHA, runs(random, count, between, within, blocks, EFFECT))
                    .interval();
            held += interval.low() <= EFFECT && EFFECT <= interval.high() ? 1 : 0;
        }
        return held / (double) SAMPLES;
    }

    private static List<double[]> runs(Random random, int count, double between, double within, double effect) {
        return runs(random, count, between, within, 4 + random.nextInt(9), effect);
    }

    private static List<double[]> runs(
            Random random, int count, double between, double within, int blocks, double effect) {
        return IntStream.range(0, count)
                .mapToObj(run -> {
                    double ofRun = effect + between * random.nextGaussian();
                    return IntStream.range(0, blocks)
                            .mapToDouble(block -> ofRun + within * random.nextGaussian())
                            .toArray();
                })
                .toList();
    }
}
