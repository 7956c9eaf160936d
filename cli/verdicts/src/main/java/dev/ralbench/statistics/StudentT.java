package dev.ralbench.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The paired t test: right for normal differences only, so it decides nothing here. If it disagrees with the
 * signed-rank test, a few blocks are far from the others.
 */
public final class StudentT {
    private StudentT() {}

    /**
     * The mean, and the bounds mean -+ t_(1-alpha, n-1) s / sqrt(n).
     *
     * @param alpha of each bound
     * @return without bounds for a single value
     */
    public static Interval interval(double alpha, double... values) {
        Sample.checkLevel(alpha);
        double mean = Mean.of(values);
        if (values.length < 2) {
            return new Interval(mean, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
        }
        double quantile = TDistribution.of(values.length - 1.0).inverseSurvivalProbability(alpha);
        double width = quantile * Deviation.of(values) / Math.sqrt(values.length);
        return new Interval(mean, mean - width, mean + width, 1 - 2 * alpha);
    }
}
