package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The approximation for many ranks against the count of all possibilities. */
class RankSumsTest {
    private static final double SMALLEST = 1e-6;

    @Test
    void theApproximationOfSignsIsCloseToTheCount() {
        int[] ranks = Ranks.doubledUntied(RankSums.MOST_COUNTED);
        assertClose(RankSums.Counted.bySigns(ranks), RankSums.Normal.bySigns(ranks), 2 * 2525, 4);
    }

    @Test
    void theApproximationIsAsCloseWithTies() {
        var random = new Random(7);
        int[] ranks = Ranks.doubled(IntStream.range(0, RankSums.MOST_COUNTED)
                .mapToDouble(i -> random.nextInt(8))
                .toArray());
        assertClose(RankSums.Counted.bySigns(ranks), RankSums.Normal.bySigns(ranks), 2 * 2525, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 50, 80})
    void theApproximationOfChoicesIsCloseToTheCount(int chosen) {
        int[] ranks = Ranks.doubledUntied(RankSums.MOST_COUNTED);
        assertClose(
                RankSums.Counted.byChoice(chosen, ranks),
                RankSums.Normal.byChoice(chosen, ranks),
                chosen * (RankSums.MOST_COUNTED + 1),
                15);
    }

    @Test
    void approximatedTailsMirrorEachOther() {
        int n = 3 * RankSums.MOST_COUNTED;
        int[] ranks = Ranks.doubledUntied(n);
        var many = RankSums.bySigns(ranks);
        int total = n * (n + 1);
        for (int sum = 0; sum <= total; sum += total / 10) {
            assertThat(many.atLeast(sum)).isEqualTo(many.atMost(total - sum));
        }
    }

    @Test
    void withoutAnySpreadThereIsNoChance() {
        var none = RankSums.Normal.bySigns(0, 0, 0);
        assertThat(none.atLeast(0)).isEqualTo(1);
        assertThat(none.atLeast(2)).isZero();
    }

    /** Sums are even, from the mean up to where the p value is too small for any decision. */
    private static void assertClose(RankSums counted, RankSums approximate, int mean, double percent) {
        int compared = 0;
        for (int sum = mean + mean % 2; counted.atLeast(sum) >= SMALLEST; sum += 2) {
            assertThat(approximate.atLeast(sum))
                    .as("P(sum >= %d)", sum)
                    .isCloseTo(counted.atLeast(sum), withPercentage(percent));
            compared++;
        }
        assertThat(compared).isGreaterThan(100);
    }
}
