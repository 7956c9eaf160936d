package dev.ralbench.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.ranking.NaNStrategy;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/** Ranks from 1, twice as large, so that those of ties are whole numbers too. */
final class Ranks {
    private Ranks() {}

    /** Equal values share the mean of their ranks. */
    static int[] doubled(double... values) {
        double[] ranks = new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE).apply(values);
        return Arrays.stream(ranks).mapToInt(rank -> (int) Math.round(2 * rank)).toArray();
    }

    static int[] doubledUntied(int n) {
        var doubled = new int[n];
        Arrays.setAll(doubled, i -> 2 * (i + 1));
        return doubled;
    }
}
