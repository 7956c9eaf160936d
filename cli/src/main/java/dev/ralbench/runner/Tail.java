package dev.ralbench.runner;

import dev.ralbench.measurement.LatencyDistribution;
import java.util.Locale;
import java.util.Optional;

/**
 * How late the last hundredth of something was or, where a window is too short for p99, the last ten.
 *
 * @param percentile that it is, above 0, at most 99
 * @param millis how late
 */
record Tail(double percentile, double millis) {
    private static final double MOST = 99;

    /** Empty where there are too few samples for any. */
    static Optional<Tail> of(LatencyDistribution late) {
        double percentile = late.highestPercentile(MOST);
        var millis = percentile > 0 ? late.percentileMillis(percentile) : late.percentileMillis(MOST);
        return millis.isPresent() ? Optional.of(new Tail(percentile, millis.getAsDouble())) : Optional.empty();
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
