package dev.ralbench.compare;

import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Power;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the blocks could have shown, and why they showed nothing. */
public final class Hints {
    private static final double POWER = 0.95;

    private Hints() {}

    /** For an undecided cell; empty where there is no interval. */
    static Optional<String> of(Yardstick yardstick, Change change) {
        if (change.harm().low() > 0) {
            return Optional.of("worse, but whether by what is material is open");
        }
        if (change.harm().high() < 0) {
            return Optional.of("better, but whether by what is material is open");
        }
        var least = detectable(yardstick, change);
        return least.isEmpty()
                ? Optional.empty()
                : Optional.of("too noisy: would see " + percent(least.getAsDouble()) + " % and more");
    }

    /**
     * The smallest change for the worse that would be found with a probability of 95 %, as a share such as 0.066; empty
     * for differences that are no ratios, where there are too few blocks, and where bounds hold the spread between runs,
     * about which blocks say nothing.
     */
    public static OptionalDouble detectable(Yardstick yardstick, Change change) {
        int blocks = change.perBlock().size();
        if (change.scale() != Change.Scale.LOG_RATIO || blocks < 2 || change.isOverRuns()) {
            return OptionalDouble.empty();
        }
        double sd = Deviation.of(Changes.array(change.perBlock()));
        double harm =
                Power.detectable(blocks, sd, Changes.ALPHA, POWER, yardstick.materialHarm(Change.Scale.LOG_RATIO));
        return Double.isFinite(harm) ? OptionalDouble.of(StrictMath.expm1(harm)) : OptionalDouble.empty();
    }

    private static String percent(double share) {
        return java.math.BigDecimal.valueOf(share * 100)
                .round(new java.math.MathContext(2))
                .toPlainString();
    }
}
