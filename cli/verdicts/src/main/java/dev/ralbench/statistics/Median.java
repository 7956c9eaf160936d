package dev.ralbench.statistics;

/** The middle value. */
public final class Median {
    private Median() {}

    /** The middle value or, if their number is even, the mean of the two in the middle. */
    public static double of(double... values) {
        return org.apache.commons.statistics.descriptive.Median.withDefaults().evaluate(Sample.checked(values));
    }
}
