package dev.ralbench.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * The least shift that a rank test does not reject. The test's answer changes only at some shifts, here candidates: the
 * Walsh averages of pairs, the differences of unpaired values.
 *
 * @param at the bound
 * @param rejectedWith the p value of the rejected shift nearest to it; 0 if none is rejected
 */
record LowerBound(double at, double rejectedWith) {
    private static final LowerBound NONE = new LowerBound(Double.NEGATIVE_INFINITY, 0);

    /**
     * Without ties the distribution is the same for every shift, and the bound is the k-th candidate, k the largest
     * with P0(statistic &lt;= k - 1) &lt;= alpha.
     *
     * @param untied distribution of the doubled statistic, the least of which is {@code least}
     */
    static LowerBound byRank(double alpha, Candidates candidates, RankSums untied, int least) {
        int k = rank(alpha, untied, least, candidates.size());
        return k == 0 ? NONE : new LowerBound(candidates.at(k), untied.atMost(least + 2 * (k - 1)));
    }

    /**
     * The largest k with P0(statistic &lt;= k - 1) &lt;= alpha; 0 if there is none.
     *
     * @param most the number of candidates; k is below it
     */
    static int rank(double alpha, RankSums untied, int least, long most) {
        int rejected = 0;
        int accepted = Math.toIntExact(most);
        while (accepted - rejected > 1) {
            int k = (rejected + accepted) >>> 1;
            if (untied.atMost(least + 2 * (k - 1)) <= alpha) {
                rejected = k;
            } else {
                accepted = k;
            }
        }
        return rejected;
    }

    /**
     * Finds the bound by bisection. With ties the distribution differs from gap to gap between candidates, so the
     * test is run in the middle of each gap. Below the least candidate the test has its smallest p value, above the
     * greatest one it has p = 1.
     *
     * @param smallest the p value of any shift below all candidates
     */
    static LowerBound byBisection(double alpha, Candidates candidates, double smallest, DoubleUnaryOperator pGreater) {
        if (smallest > alpha) {
            return NONE;
        }
        double rejectedWith = smallest;
        long low = 1;
        long high = candidates.size();
        double bound = candidates.least();
        double highest = candidates.greatest();
        while (bound < highest) {
            long middle = low + (high - low) / 2;
            double below = candidates.at(middle);
            if (below == highest) {
                high = middle;
                continue;
            }
            long next = candidates.notAbove(below) + 1;
            double above = candidates.nextAbove(below);
            double p = pGreater.applyAsDouble(below / 2 + above / 2);
            if (p <= alpha) {
                rejectedWith = p;
                low = next;
                bound = above;
            } else {
                high = middle;
                highest = below;
            }
        }
        return new LowerBound(bound, rejectedWith);
    }

    /**
     * This bound, corrected if it contradicts the test of no shift at all, which takes precedence: at 0 there may be
     * zeros, or values tied with opposite ones, that no nearby shift has. If the test rejects 0 but nothing beyond,
     * the bound is the next number after 0.
     */
    LowerBound agreeingWith(double pAtZero, double alpha) {
        if (pAtZero > alpha) {
            return at > 0 ? new LowerBound(0, rejectedWith) : this;
        }
        return at > 0 ? this : new LowerBound(Double.MIN_VALUE, pAtZero);
    }

    /** Between this lower bound and the other one, which is that of the mirrored values. */
    Interval to(LowerBound mirrored, double estimate) {
        double confidence = Math.max(0, 1 - rejectedWith - mirrored.rejectedWith);
        return new Interval(estimate, at, 0.0 - mirrored.at, confidence);
    }
}
