package dev.ralbench.statistics;

import java.util.Arrays;

/**
 * Checks common to all statistics, and operations on all values at once. In loops instead of streams: simulations of gates
 * call them some million times, with a dozen numbers each.
 */
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
        var shifted = new double[values.length];
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] = values[i] + shift + 0.0;
        }
        return shifted;
    }

    static double[] negated(double... values) {
        var negated = new double[values.length];
        for (int i = 0; i < negated.length; i++) {
            negated[i] = 0.0 - values[i];
        }
        return negated;
    }

    /** @param values without negative zeros */
    static boolean hasTies(double... values) {
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        for (int i = 1; i < ascending.length; i++) {
            if (ascending[i] == ascending[i - 1]) {
                return true;
            }
        }
        return false;
    }

    /** Each value once, in the order in which they come first. */
    static double[] distinct(double... values) {
        return Arrays.stream(values).distinct().toArray();
    }
}
