package dev.ralbench.load;

import java.time.Duration;
import java.util.SplittableRandom;

/** How long a user pauses. */
public sealed interface Pause {
    /** Longer ones, which a distribution without an end may yield, are cut: a day outlasts any load. */
    long MOST_NANOS = Duration.ofDays(1).toNanos();

    /** A length, not negative. */
    long nanos(SplittableRandom random);

    /** Always the same. */
    record Fixed(Duration length) implements Pause {
        public Fixed {
            requirePauses("length", length);
        }

        @Override
        public long nanos(SplittableRandom random) {
            return length.toNanos();
        }
    }

    /**
     * Any length between two, all alike.
     *
     * @param to not shorter than the other
     */
    record Uniform(Duration from, Duration to) implements Pause {
        public Uniform {
            requirePauses("from", from);
            requirePauses("to", to);
            if (to.compareTo(from) < 0) {
                throw new IllegalArgumentException("to: must not be shorter than from, got " + from + " to " + to);
            }
        }

        @Override
        public long nanos(SplittableRandom random) {
            return random.nextLong(from.toNanos(), to.toNanos() + 1);
        }
    }

    /** Exponential: most are short, and a few much longer than the mean. */
    record Exponential(Duration mean) implements Pause {
        public Exponential {
            requirePauses("mean", mean);
        }

        @Override
        public long nanos(SplittableRandom random) {
            return bounded(-mean.toNanos() * Math.log1p(-random.nextDouble()));
        }
    }

    /**
     * Log-normal, as reading times of people are.
     *
     * @param median half of them are shorter
     * @param sigma standard deviation of the natural logarithm; 0 or more, and finite
     */
    record LogNormal(Duration median, double sigma) implements Pause {
        public LogNormal {
            requirePauses("median", median);
            if (!(sigma >= 0) || Double.isInfinite(sigma)) {
                throw new IllegalArgumentException("sigma: must be 0 or more, got " + sigma);
            }
        }

        @Override
        public long nanos(SplittableRandom random) {
            return bounded(median.toNanos() * Math.exp(sigma * random.nextGaussian()));
        }
    }

    private static long bounded(double nanos) {
        return (long) Math.min(nanos, (double) MOST_NANOS);
    }

    private static void requirePauses(String name, Duration length) {
        if (length.isNegative() || length.compareTo(Duration.ofNanos(MOST_NANOS)) > 0) {
            throw new IllegalArgumentException(name + ": must be between 0 and a day, got " + length);
        }
    }
}
