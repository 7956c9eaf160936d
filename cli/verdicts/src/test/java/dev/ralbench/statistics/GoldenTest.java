package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.statistics.GoldenRows.GoldenRow;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same values as from R, SciPy and sums in whole numbers; their README says which come from where. */
class GoldenTest {
    private static final Offset<Double> TINY = within(1e-12);

    @ParameterizedTest
    @ValueSource(strings = {"signed-rank-untied.csv", "signed-rank-tied.csv"})
    void signedRanksAndTheirBounds(String file) {
        for (GoldenRow row : GoldenRows.of(file)) {
            double[] differences = row.list("differences");
            var test = SignedRank.of(differences);
            isSame(row, "pGreater", test.pGreater());
            isSame(row, "pLess", test.pLess());
            isSame(row, "estimate", HodgesLehmann.estimate(differences));
            isSame(row, HodgesLehmann.interval(row.number("alpha"), differences));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"two-samples-untied.csv", "two-samples-tied.csv"})
    void rankSumsAndTheirBounds(String file) {
        for (GoldenRow row : GoldenRows.of(file)) {
            double[] base = row.list("base");
            double[] other = row.list("other");
            var test = TwoSamples.of(base, other);
            isSame(row, "pGreater", test.pGreater());
            isSame(row, "pLess", test.pLess());
            isSame(row, TwoSamples.shift(row.number("alpha"), base, other));
        }
    }

    @Test
    void samplesThatLieEquallyHigh() {
        for (GoldenRow row : GoldenRows.of("kruskal-wallis.csv")) {
            isSame(row, "p", KruskalWallis.probability(row.lists("samples")));
        }
    }

    @Test
    void adjustedProbabilities() {
        for (GoldenRow row : GoldenRows.of("adjusted.csv")) {
            double[] p = row.list("p");
            assertThat(Holm.adjusted(p)).as(row.toString()).containsExactly(row.list("holm"), TINY);
            assertThat(BenjaminiHochberg.adjusted(p))
                    .as(row.toString())
                    .containsExactly(row.list("benjaminiHochberg"), TINY);
        }
    }

    @Test
    void shares() {
        for (GoldenRow row : GoldenRows.of("shares.csv")) {
            int hits = row.whole("hits");
            int trials = row.whole("trials");
            double alpha = row.number("alpha");
            isSame(row, "lower", Proportions.lowerBound(hits, trials, alpha));
            isSame(row, "upper", Proportions.upperBound(hits, trials, alpha));
            isSame(row, "pOfFairCoin", SignBalance.p(hits, trials - hits));
        }
    }

    @Test
    void series() {
        for (GoldenRow row : GoldenRows.of("series.csv")) {
            double[] values = row.list("values");
            isSame(row, "mean", Mean.of(values));
            isSame(row, "median", Median.of(values));
            isSame(row, "deviation", Deviation.of(values));
            isSame(row, "lag1", Autocorrelation.lag1(values));
        }
    }

    @Test
    void studentsInterval() {
        for (GoldenRow row : GoldenRows.of("student.csv")) {
            isSame(row, StudentT.interval(row.number("alpha"), row.list("differences")));
        }
    }

    @Test
    void steadiness() {
        for (GoldenRow row : GoldenRows.of("steadiness.csv")) {
            isSame(row, "halves", Steadiness.halves(row.list("values")));
        }
    }

    private static void isSame(GoldenRow row, Interval interval) {
        isSame(row, "estimate", interval.estimate());
        isSame(row, "low", interval.low());
        isSame(row, "high", interval.high());
        isSame(row, "confidence", interval.confidence());
    }

    private static void isSame(GoldenRow row, String column, double actual) {
        assertThat(actual).as(row + " " + column).isCloseTo(row.number(column), TINY);
    }
}
