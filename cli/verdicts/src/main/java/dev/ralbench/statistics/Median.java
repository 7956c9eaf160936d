package dev.ralbench.statistics;

/** The middle value. */
public final class Median {
    private Median() {}

    /** With an even number of values, the mean of the two in the middle. */
    public static double of(double... values) {
        return org.apache.commons.statistics.descriptive.Median.withDefaults().evaluate(Sample.checked(values));
    }
}
