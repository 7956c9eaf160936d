package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates, which are counted where there are many and held where there are few, against all of them sorted. */
class CandidatesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 17, 60})
    void walshAveragesAreThoseOfAllPairs(int n) {
        double[] values = drawn(n, 3);
        var stored = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                stored[next++] = values[i] / 2 + values[j] / 2;
            }
        }
        assertAre(stored, Candidates.walshAverages(values));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 23, 60})
    void differencesAreThoseOfEveryPairAcrossTheTwoSides(int n) {
        double[] from = drawn(n, 5);
        double[] to = drawn(n + 2, 9);
        double[] stored = Arrays.stream(from)
                .flatMap(base -> Arrays.stream(to).map(value -> value - base))
                .toArray();
        assertAre(stored, Candidates.differences(from, to));
    }

    @Test
    void tiesAndSignsAreInTheirOrder() {
        assertAre(new double[] {-1, -1, -1, 0, 0, 1}, Candidates.walshAverages(-1, -1, 1));
    }

    @Test
    void manyTiesHaveTheirRanks() {
        double[] values = Arrays.stream(drawn(60, 4))
                .map(value -> Math.rint(value * 2) / 2 + 0.0) // without negative zeros
                .toArray();
        assertAre(
                IntStream.range(0, 60)
                        .mapToObj(i -> IntStream.rangeClosed(i, 59).mapToDouble(j -> values[i] / 2 + values[j] / 2))
                        .flatMapToDouble(each -> each)
                        .toArray(),
                Candidates.walshAverages(values));
    }

    @Test
    void valuesFarApartAndCloseTogetherHaveTheirRanks() {
        double[] from = IntStream.range(0, 40)
                .mapToDouble(i -> (i % 2 == 0 ? -1 : 1) * Math.scalb(1.0, 13 * i - 400))
                .toArray();
        double[] to =
                IntStream.range(0, 40).mapToDouble(i -> 1e9 + i * Math.ulp(1e9)).toArray();
        assertAre(
                Arrays.stream(from)
                        .flatMap(base -> Arrays.stream(to).map(value -> value - base))
                        .toArray(),
                Candidates.differences(from, to));
    }

    @Test
    void tenThousandDifferencesHaveTheirBounds() {
        double[] values = drawn(10_000, 11);
        var interval = HodgesLehmann.interval(0.01, values);
        assertThat(interval.estimate()).isBetween(interval.low(), interval.high());
        // 2.326 deviations of the estimate, which are those of the mean times the root of pi / 3
        double half = 2.326 * Deviation.of(values) / 100 * Math.sqrt(Math.PI / 3);
        assertThat((interval.high() - interval.low()) / 2).isBetween(0.95 * half, 1.05 * half);
    }

    private static void assertAre(double[] stored, Candidates candidates) {
        assertAreInOrder(stored, candidates);
        assertAreInOrder(Sample.negated(stored), candidates.mirrored());
    }

    private static void assertAreInOrder(double[] stored, Candidates candidates) {
        Arrays.sort(stored);
        IntToDoubleFunction ranked = i -> candidates.at(i + 1);
        assertThat(candidates.size()).isEqualTo(stored.length);
        assertThat(IntStream.range(0, stored.length).mapToDouble(ranked).toArray())
                .isEqualTo(stored);
        assertThat(candidates.median()).isEqualTo(Median.of(stored));
        for (double value : stored) {
            assertThat(candidates.notAbove(value))
                    .isEqualTo(
                            Arrays.stream(stored).filter(each -> each <= value).count());
            assertThat(candidates.nextAbove(value))
                    .isEqualTo(Arrays.stream(stored)
                            .filter(each -> each > value)
                            .findFirst()
                            .orElse(stored[stored.length - 1]));
        }
    }

    private static double[] drawn(int n, long seed) {
        var random = new Random(seed);
        return IntStream.range(0, n).mapToDouble(i -> random.nextGaussian()).toArray();
    }
}
