package dev.ralbench.statistics;

import org.apache.commons.statistics.descriptive.StandardDeviation;

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
}
