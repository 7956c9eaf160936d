package dev.ralbench.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How far the lower bound W_(k) of {@link HodgesLehmann} lies below the mean of n normal differences with a deviation of
 * 1. It depends on the differences between the values only, so it is independent of their mean (Basu 1955).
 *
 * <p>No closed form is known for its distribution. This one is an approximation: the expectation is the normal score of
 * the k-th of all Walsh averages (Blom 1958), each of which has a variance of 1/2; the deviation adds that of the sample's
 * own deviation, that of the estimate, and that of the outermost values. Its three constants were fitted to 40 000 draws
 * for each of 150 pairs of n and k; PowerSimulationTest holds the result against the exact test.
 *
 * @param mean expectation
 * @param deviation above 0
 */
record BoundDistance(double mean, double deviation) {
    /**
     * Up to this many differences, ranks are counted; beyond, the normal approximation is as good and much faster.
     */
    static final int MOST_COUNTED = 30;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double BLOM = 0.15;
    /** Blom's offset for the smallest Walsh average, which is the smallest value itself. */
    private static final double BLOM_OF_SMALLEST = 0.3;

    private static final double OUTERMOST = 0.0095;
    private static final double MOST_SKEWED = 0.7;

    /** There have to be enough differences for the level: 2^-n &lt;= alpha. */
    static BoundDistance of(int n, double alpha) {
        double averages = n * (n + 1.0) / 2;
        double rank = n <= MOST_COUNTED ? counted(n, alpha) : approximate(n, alpha);
        double offset = rank == 1 ? BLOM_OF_SMALLEST : BLOM;
        double score = NORMAL.inverseSurvivalProbability((rank - offset) / (averages + 1 - 2 * offset));
        double mean = score / Math.sqrt(2);
        double variance = mean * mean / (2 * (n - 1)) + (Math.PI / 3 - 1 + OUTERMOST * StrictMath.pow(score, 6)) / n;
        return new BoundDistance(mean, Math.sqrt(variance));
    }

    /** The value below which it lies as often as a normal value lies below z: skewed as a gamma distribution is. */
    double at(double z) {
        double skewness = Math.min(2 * deviation / mean, MOST_SKEWED);
        return mean + deviation * (z + skewness * (z * z - 1) / 6);
    }

    /** The k of the bound. */
    static int counted(int n, double alpha) {
        return LowerBound.rank(alpha, RankSums.bySigns(Ranks.doubledUntied(n)), 0, n * (n + 1L) / 2);
    }

    /**
     * The k of the bound by the normal distribution, corrected for the signed-rank sum's kurtosis (Cornish and Fisher
     * 1938).
     */
    static double approximate(int n, double alpha) {
        double squares = n * (n + 1.0) * (2 * n + 1) / 6;
        double fourthPowers = squares * (3.0 * n * n + 3 * n - 1) / 5;
        double kurtosis = -2 * fourthPowers / (squares * squares);
        double z = NORMAL.inverseSurvivalProbability(alpha);
        double corrected = z + kurtosis * (z * z * z - 3 * z) / 24;
        return n * (n + 1.0) / 4 - corrected * Math.sqrt(squares / 4) + 0.5;
    }
}
