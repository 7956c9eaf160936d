package dev.ralbench.statistics;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether improvements and regressions of many comparisons of the same with the same are equally frequent. If not, the
 * harness itself favours a side.
 */
public final class SignBalance {
    private SignBalance() {}

    /**
     * The exact two-sided binomial test of a fair coin: twice the smaller tail, at most 1. (BinomialTest of
     * commons-statistics 1.2 compares probabilities that rounding made unequal, and misses one of 188 of 385.)
     *
     * @param worse how many went up, at least 0; those that did neither are not counted
     * @param better how many went down, at least 0
     * @return p value; 1 if there are none
     */
    public static double p(int worse, int better) {
        if (worse < 0 || better < 0) {
            throw new IllegalArgumentException("not counts: " + worse + " and " + better);
        }
        int all = Math.addExact(worse, better);
        return Math.min(1, 2 * BinomialDistribution.of(all, 0.5).cumulativeProbability(Math.min(worse, better)));
    }

    /**
     * The exact one-sided test: how likely so many or more of all are worse by a fair coin. Of the pairs in which only one of
     * two failed it is McNemar's test (1947).
     */
    public static double pOfAsManyWorse(int worse, int better) {
        return BinomialDistribution.of(Math.addExact(worse, better), 0.5).survivalProbability(worse - 1);
    }
}
