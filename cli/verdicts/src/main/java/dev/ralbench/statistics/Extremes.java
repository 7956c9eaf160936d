package dev.ralbench.statistics;

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
        double most = 0;
        for (double difference : differences) {
            if (Double.isFinite(difference)) {
                most = Math.max(most, Math.abs(difference));
            }
        }
        double beyond = BEYOND * (most + 1);
        double[] replaced = differences.clone();
        for (int i = 0; i < replaced.length; i++) {
            if (Double.isInfinite(replaced[i])) {
                replaced[i] = Math.copySign(beyond, replaced[i]);
            }
        }
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
