package dev.ralbench.statistics;

import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** How far values lie from their mean. */
public final class Deviation {
    private Deviation() {}

    /**
     * The sample standard deviation, with n - 1 in the denominator.
     *
     * @throws IllegalArgumentException with fewer than two values
     */
    public static double of(double... values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("the deviation of fewer than two values");
        }
        return StandardDeviation.of(Sample.checked(values)).getAsDouble();
    }
    /**
     * The upper limit of the true deviation, if the values are normal: the deviation of a few values is itself uncertain.
     *
     * @param confidence with which the true deviation is below the limit, such as 0.8
     * @throws IllegalArgumentException with fewer than two values
     */
    public static double upperLimit(double confidence, double... values) {
        double sample = of(values);
        double freedom = values.length - 1;
        double quantile = ChiSquaredDistribution.of(freedom).inverseCumulativeProbability(1 - confidence);
        return sample * Math.sqrt(freedom / quantile);
    }
}
