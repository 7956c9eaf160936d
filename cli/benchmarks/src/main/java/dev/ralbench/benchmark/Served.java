package dev.ralbench.benchmark;

import org.HdrHistogram.Histogram;

/**
 * How long a server really took, from a request's coming to its response: at least from when it read the request, at most
 * from when its event loop had last looked and not found it yet. Belongs to the loop's thread.
 */
final class Served {
    private static final long HIGHEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;

    private final Histogram atLeast = new Histogram(HIGHEST_MICROS, DIGITS);
    private final Histogram atMost = new Histogram(HIGHEST_MICROS, DIGITS);

    private long leastLateNanos;
    private long mostLateNanos;
    private long lastResponseNanos;
    private long longestGapNanos;

    /** The load begins now: earlier responses are no part of it. */
    void begin(long nanos) {
        lastResponseNanos = nanos;
        longestGapNanos = 0;
    }

    /**
     * All in nanoseconds of one clock.
     *
     * @param delay that it should have taken
     */
    void add(long earliest, long read, long delay, long responded) {
        leastLateNanos += responded - read - delay;
        mostLateNanos += responded - earliest - delay;
        atLeast.recordValue((responded - read) / 1_000);
        atMost.recordValue((responded - earliest) / 1_000);
        longestGapNanos = Math.max(longestGapNanos, responded - lastResponseNanos);
        lastResponseNanos = responded;
    }

    /** For {@link ServedFigures#read}. */
    @Override
    public String toString() {
        return millis(atLeast, 50) + " " + millis(atMost, 50) + " " + millis(atLeast, 99) + " " + millis(atMost, 99)
                + " " + leastLateNanos / 1e6 + " " + mostLateNanos / 1e6 + " " + longestGapNanos / 1e9;
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    /** Two bounds of a value, in milliseconds unless stated otherwise. */
    record Bounds(double least, double most) {
        /** To the farther bound. */
        double furthest(double value) {
            return Math.max(Math.abs(least - value), Math.abs(most - value));
        }

        /** 0 within. */
        double distance(double value) {
            return Math.max(0, Math.max(least - value, value - most));
        }

        @Override
        public String toString() {
            return least + " to " + most + " ms";
        }
    }

    /**
     * A server's figures.
     *
     * @param late how much its responses were late, all together
     * @param stallSeconds the longest time between two responses, to any client
     */
    record ServedFigures(Bounds p50, Bounds p99, Bounds late, double stallSeconds) {
        static ServedFigures read(String words) {
            var numbers = words.split(" ", -1);
            return new ServedFigures(
                    bounds(numbers[0], numbers[1]),
                    bounds(numbers[2], numbers[3]),
                    bounds(numbers[4], numbers[5]),
                    Double.parseDouble(numbers[6]));
        }

        private static Bounds bounds(String least, String most) {
            return new Bounds(Double.parseDouble(least), Double.parseDouble(most));
        }
    }
}
