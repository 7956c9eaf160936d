package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ranks of the bounds and their tails, as they were tabulated beforehand. */
class RankTableTest {
    @ParameterizedTest
    @CsvSource({
        "7, 1, .00781",
        "9, 4, .00977",
        "10, 6, .00977",
        "12, 10, .00806",
        "14, 16, .00830",
        "16, 24, .00912",
        "18, 33, .00912",
        "20, 44, .00962",
        "24, 70, .00972"
    })
    void atOnePerCent(int n, int k, double tail) {
        var interval = HodgesLehmann.interval(0.01, differences(n));

        assertThat(interval.low()).isEqualTo(walsh(n, k));
        assertThat(interval.high()).isEqualTo(walsh(n, n * (n + 1) / 2 + 1 - k));
        assertThat((1 - interval.confidence()) / 2).isCloseTo(tail, within(5.1e-6));
    }

    @ParameterizedTest
    @CsvSource({
        "9, 1, 3",
        "10, 3, 3",
        "12, 6, 3",
        "14, 11, 3",
        "16, 18, 3",
        "18, 26, 3",
        "20, 35, 3",
        "24, 58, 3",
        "12, 3, 12",
        "14, 6, 12",
        "16, 11, 12",
        "18, 18, 12",
        "20, 25, 12",
        "24, 45, 12"
    })
    void atOnePerCentOfSeveralTests(int n, int k, int tests) {
        var interval = HodgesLehmann.interval(0.01 / tests, differences(n));

        assertThat(interval.low()).isEqualTo(walsh(n, k));
        assertThat(interval.high()).isEqualTo(walsh(n, n * (n + 1) / 2 + 1 - k));
    }

    @ParameterizedTest
    @CsvSource({"6, 1", "7, 3", "8, 3", "10, 12"})
    void tooFewBlocksBoundNothing(int n, int tests) {
        var interval = HodgesLehmann.interval(0.01 / tests, differences(n));

        assertThat(interval.low()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(interval.high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(interval.confidence()).isEqualTo(1);
    }

    /** Powers of two: no two means of pairs are equal. */
    private static double[] differences(int n) {
        return IntStream.range(0, n).mapToDouble(i -> Math.scalb(1.0, i)).toArray();
    }

    private static double walsh(int n, int rank) {
        double[] d = differences(n);
        double[] means = IntStream.range(0, n)
                .boxed()
                .flatMapToDouble(i -> Arrays.stream(d, i, n).map(other -> (d[i] + other) / 2))
                .sorted()
                .toArray();
        return DoubleStream.of(means).skip(rank - 1L).findFirst().orElseThrow();
    }
}
