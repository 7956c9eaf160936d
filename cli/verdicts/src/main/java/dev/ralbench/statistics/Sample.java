package dev.ralbench.statistics;

import java.util.Arrays;

/** Checks common to all statistics, and operations on all values at once. */
final class Sample {
    private Sample() {}

    /**
     * A copy, so that the caller's order is kept; without negative zeros.
     *
     * @throws IllegalArgumentException without values, or with one that is not finite: a ratio with zero, which no
     *     average can hold
     */
    static double[] checked(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("not a finite value: " + value);
            }
        }
        return shifted(0, values);
    }

    /** @throws IllegalArgumentException unless it is above 0 and below 1/2 */
    static void checkLevel(double alpha) {
        if (!(alpha > 0 && alpha < 0.5)) {
            throw new IllegalArgumentException("a level of significance is above 0 and below 0.5, got " + alpha);
        }
    }

    /** Adding 0 makes 0 of negative zero, which sorting takes for another value, but neither arithmetic nor a tie. */
    static double[] shifted(double shift, double... values) {
        return Arrays.stream(values).map(value -> value + shift + 0.0).toArray();
    }

    static double[] negated(double... values) {
        return Arrays.stream(values).map(value -> 0.0 - value).toArray();
    }

    static boolean hasTies(double... values) {
        return distinct(values).length < values.length;
    }

    /** Each value once, in the order in which they come first. */
    static double[] distinct(double... values) {
        return Arrays.stream(values).distinct().toArray();
    }
}
