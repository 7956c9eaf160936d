package dev.ralbench.statistics;

/**
 * An estimate between two bounds.
 *
 * @param low negative infinity if there are too few values to say
 * @param high positive infinity if there are too few values to say
 * @param confidence that the bounds hold the true value, 0 to 1, as achieved: rank statistics come in steps
 */
public record Interval(double estimate, double low, double high, double confidence) {
    /** The same interval, so much higher. */
    public Interval shifted(double by) {
        return new Interval(estimate + by, low + by, high + by, confidence);
    }
}
