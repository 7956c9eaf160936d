package dev.ralbench.statistics;

/** The arithmetic mean, summed in the order of the values. */
public final class Mean {
    private Mean() {}

    /**
     * Their sum over their number.
     *
     * @throws IllegalArgumentException without values, or with one that is not finite
     */
    public static double of(double... values) {
        return org.apache.commons.statistics.descriptive.Mean.of(Sample.checked(values))
                .getAsDouble();
    }
}
