package dev.ralbench.statistics;

import java.util.Arrays;

/**
 * How much less runs say if each resembles the one before: the variances of an autoregressive series of order 1 (AR(1)), in
 * which values j runs apart correlate by r^j. The variance of a single value is 1.
 */
final class SerialCorrelation {
    static final SerialCorrelation NONE = new SerialCorrelation(0);

    private final double lag1;

    /** @param lag1 correlation of neighbours, 0 to below 1 */
    SerialCorrelation(double lag1) {
        if (!(lag1 >= 0 && lag1 < 1)) {
            throw new IllegalArgumentException("a correlation from 0 to below 1, got " + lag1);
        }
        this.lag1 = lag1;
    }

    double lag1() {
        return lag1;
    }

    /** Of the mean of some neighbouring values. */
    double varianceOfMean(int values) {
        double sum = 1;
        double power = 1;
        for (int apart = 1; apart < values && lag1 > 0; apart++) {
            power *= lag1;
            sum += 2 * (1 - (double) apart / values) * power;
        }
        return sum / values;
    }

    /** Of the difference between the means of two stretches, one right after the other. */
    double varianceOfDifference(int before, int after) {
        double covariance = lag1
                * (1 - StrictMath.pow(lag1, before))
                * (1 - StrictMath.pow(lag1, after))
                / ((1 - lag1) * (1 - lag1) * before * after);
        return varianceOfMean(before) + varianceOfMean(after) - 2 * covariance;
    }

    /** The mean squared difference of neighbours, halved: what the noise seems to be to whoever looks at neighbours only. */
    double varianceSeenByNeighbours() {
        return 1 - lag1;
    }

    /** What is left of the degrees of freedom of a sum of squares (Bartlett). */
    double freedom(double independent) {
        return independent * (1 - lag1 * lag1) / (1 + lag1 * lag1);
    }

    /**
     * How much larger the square of a slope's t gets by it: the variance of the least-squares slope grows, and what is left
     * over around the line shrinks.
     */
    double inflationOfSlope(int values) {
        var powers = new double[values];
        Arrays.setAll(powers, apart -> StrictMath.pow(lag1, apart));
        double middle = (values - 1) / 2.0;
        double squares = 0;
        double slope = 0;
        double mean = 0;
        for (int i = 0; i < values; i++) {
            squares += (i - middle) * (i - middle);
            for (int j = 0; j < values; j++) {
                double correlation = powers[Math.abs(i - j)];
                slope += (i - middle) * (j - middle) * correlation;
                mean += correlation;
            }
        }
        double left = (values - mean / values - slope / squares) / (values - 2);
        return slope / squares / left;
    }
}
