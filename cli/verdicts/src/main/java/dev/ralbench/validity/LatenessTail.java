package dev.ralbench.validity;

import dev.ralbench.measurement.LatencyDistribution;
import java.util.Locale;
import java.util.Optional;

/**
 * How late the last hundredth of something was or, if a window is too short for that, the last twenty.
 *
 * @param percentile that it is, above 0, at most 99
 * @param millis how late
 */
record LatenessTail(double percentile, double millis) {
    private static final double MOST = 99;
    /**
     * Lateness comes in clusters: of 800 timers of an undisturbed event loop the tenth latest was late by 0.5 to 3.4 ms
     * in twenty windows, the twentieth by 0.2 to 1.2 ms.
     */
    private static final double BEYOND = 20;

    /** The highest percentile that enough samples lie beyond; empty if there are too few samples. */
    static Optional<LatenessTail> of(LatencyDistribution late) {
        if (late.count() <= BEYOND) {
            return Optional.empty();
        }
        double percentile = Math.min(MOST, 100 - 100 * BEYOND / late.count());
        return Optional.of(
                new LatenessTail(percentile, late.percentileMillis(percentile).orElse(0)));
    }

    /** Such as {@code 12.3 ms (p99)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.1f ms (p%s)", millis, percentile == MOST ? "99" : oneDigit());
    }

    private String oneDigit() {
        return String.format(Locale.ROOT, "%.1f", Math.floor(percentile * 10) / 10);
    }
}
