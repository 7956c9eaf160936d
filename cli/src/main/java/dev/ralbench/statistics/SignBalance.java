package dev.ralbench.statistics;

import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Whether improvements and regressions of many comparisons of the same with the same are equally frequent. If not, the
 * harness itself favours a side.
 */
public final class SignBalance {
    private SignBalance() {}

    /**
     * The exact two-sided binomial test of a fair coin.
     *
     * @param worse how many went up; zeros belong to neither
     * @param better how many went down
     * @return p value; 1 where there are none
     */
    public static double p(int worse, int better) {
        int all = Math.addExact(worse, better);
        return all == 0
                ? 1
                : BinomialTest.withDefaults()
                        .with(AlternativeHypothesis.TWO_SIDED)
                        .test(all, worse, 0.5)
                        .getPValue();
    }
}
