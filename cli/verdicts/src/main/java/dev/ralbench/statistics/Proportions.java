package dev.ralbench.statistics;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * Shares of trials that ended in some way, by Clopper and Pearson (1934): exact, never too narrow. Counts may be
 * fractions: those of {@link ClusteredShare} are.
 */
public final class Proportions {
    private Proportions() {}

    /**
     * The largest share that still gives so few hits with a probability above alpha: with none of n about 3 / n at 5 %.
     *
     * @param alpha of this one bound, above 0 and below 0.5
     */
    public static double upperBound(double hits, double trials, double alpha) {
        check(hits, trials, alpha);
        return hits == trials ? 1 : BetaDistribution.of(hits + 1, trials - hits).inverseSurvivalProbability(alpha);
    }

    /** The smallest share that still gives so many hits with a probability above alpha. */
    public static double lowerBound(double hits, double trials, double alpha) {
        check(hits, trials, alpha);
        return hits == 0 ? 0 : BetaDistribution.of(hits, trials - hits + 1).inverseCumulativeProbability(alpha);
    }

    private static void check(double hits, double trials, double alpha) {
        Sample.checkLevel(alpha);
        if (!(trials > 0 && hits >= 0 && hits <= trials)) {
            throw new IllegalArgumentException("not a share: " + hits + " of " + trials);
        }
    }
}
