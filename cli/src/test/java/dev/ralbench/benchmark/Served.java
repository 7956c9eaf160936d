package dev.ralbench.benchmark;

import org.HdrHistogram.Histogram;

/**
 * How long a server really took, from a request's coming to its answer: at least from when it read the request, at most
 * from when its event loop had last looked and not found it yet. Belongs to the loop's thread.
 */
final class Served {
    private static final long HIGHEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Histogram atLeast = new Histogram(HIGHEST_MICROS, DIGITS);
    private final Histogram atMost = new Histogram(HIGHEST_MICROS, DIGITS);

    /** All in nanoseconds of one clock. */
    void add(long earliest, long read, long answered) {
        atLeast.recordValue((answered - read) / 1_000);
        atMost.recordValue((answered - earliest) / 1_000);
    }

    /** For {@link Percentiles#read}. */
    @Override
    public String toString() {
        return millis(atLeast, 50) + " " + millis(atMost, 50) + " " + millis(atLeast, 99) + " " + millis(atMost, 99);
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    /** Milliseconds between which something lies. */
    record Bounds(double least, double most) {
        /** 0 within. */
        double distance(double millis) {
            return Math.max(0, Math.max(least - millis, millis - most));
        }

        @Override
        public String toString() {
            return least + " to " + most + " ms";
        }
    }

    /** What a server says. */
    record Percentiles(Bounds p50, Bounds p99) {
        static Percentiles read(String words) {
            var numbers = words.split(" ", -1);
            return new Percentiles(bounds(numbers[0], numbers[1]), bounds(numbers[2], numbers[3]));
        }

        private static Bounds bounds(String least, String most) {
            return new Bounds(Double.parseDouble(least), Double.parseDouble(most));
        }
    }
}
