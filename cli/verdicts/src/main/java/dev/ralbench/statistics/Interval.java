package dev.ralbench.statistics;

/**
 * An estimate between two bounds.
 *
 * @param low negative infinity where there are too few values to say
 * @param high positive infinity where there are too few values to say
 * @param confidence that the bounds hold what is estimated, 0 to 1, as achieved: rank statistics come in steps
 */
public record Interval(double estimate, double low, double high, double confidence) {}
