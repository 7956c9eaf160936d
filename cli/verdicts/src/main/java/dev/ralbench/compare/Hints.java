package dev.ralbench.compare;

import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Power;
import java.util.Optional;
import java.util.OptionalDouble;

/** Detectable changes, and why the blocks showed none. */
public final class Hints {
    private Hints() {}

    /** The detectable change, if the interval includes both no change and a material harm. */
    static Optional<String> of(Metric metric, Change change) {
        boolean isOpen = change.harm().low() <= 0
                && change.harm().high() >= Math.max(0, change.scale().materialHarm(metric));
        var least = isOpen ? detectable(metric, change) : OptionalDouble.empty();
        return least.isEmpty()
                ? Optional.empty()
                : Optional.of("too noisy: would see " + percent(least.getAsDouble()) + " % and more");
    }

    /**
     * The smallest change for the worse that would be found with a probability of 95 %, as a share of the baseline such
     * as 0.066; empty for differences that are no ratios, if there are too few blocks, and if bounds hold the spread
     * between runs, about which blocks say nothing.
     */
    public static OptionalDouble detectable(Metric metric, Change change) {
        var sd = change.deviation();
        if (change.scale() != Change.Scale.LOG_RATIO || sd.isEmpty() || change.isOverRuns()) {
            return OptionalDouble.empty();
        }
        double harm = Power.detectable(
                change.perBlock().size(),
                sd.getAsDouble(),
                Change.ALPHA,
                Power.REPORTED,
                Change.Scale.LOG_RATIO.materialHarm(metric));
        return Double.isFinite(harm) ? OptionalDouble.of(LogRatio.size(metric, harm)) : OptionalDouble.empty();
    }

    private static String percent(double share) {
        if (!Double.isFinite(share * 100)) {
            return "unknown";
        }
        return java.math.BigDecimal.valueOf(share * 100)
                .round(new java.math.MathContext(2))
                .toPlainString();
    }
}
