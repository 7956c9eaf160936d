package dev.ralbench.statistics;

import java.util.Arrays;

/**
 * Differences of which some are infinite: beyond all others, whatever those are. Rank statistics only need their place,
 * so they stand as finite values so large that no average with them is mistaken for one without.
 */
final class Extremes {
    /** So large that even its mean with a finite value exceeds all values that were finite. */
    private static final double BEYOND = 1e9;

    private final double[] values;
    /** The largest magnitude of those that were finite from the beginning. */
    private final double most;

    private Extremes(double[] values, double most) {
        this.values = values;
        this.most = most;
    }

    /** @throws IllegalArgumentException without values, or with one that is no number */
    static Extremes of(double... differences) {
        double most = Arrays.stream(differences)
                .filter(Double::isFinite)
                .map(Math::abs)
                .max()
                .orElse(0);
        double beyond = BEYOND * (most + 1);
        double[] replaced = Arrays.stream(differences)
                .map(value -> Double.isInfinite(value) ? Math.copySign(beyond, value) : value)
                .toArray();
        return new Extremes(Sample.checked(replaced), most);
    }

    /** The values, all of them finite and without negative zeros. */
    double[] values() {
        return values.clone();
    }

    /** A statistic of the values, infinite if infinite ones decided it. */
    double restored(double statistic) {
        return Math.abs(statistic) <= most || Double.isInfinite(statistic)
                ? statistic
                : Math.copySign(Double.POSITIVE_INFINITY, statistic);
    }

    Interval restored(Interval found) {
        return new Interval(
                restored(found.estimate()), restored(found.low()), restored(found.high()), found.confidence());
    }
}
