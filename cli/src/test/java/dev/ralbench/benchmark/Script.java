package dev.ralbench.benchmark;

import java.util.Locale;

/** A server's delays, known beforehand, and what a closed load against it must find. Times in milliseconds. */
enum Script {
    /** Every request after 200 ms. */
    CONSTANT(30, 200, 200, 1.0 / 200) {
        @Override
        double answerAt(double at, long number, double phase) {
            return at + 200;
        }
    },
    /** Nine after 100 ms, the tenth after 1 s. */
    BIMODAL(30, 100, 1000, 10 / (9 * 100.0 + 1000)) {
        @Override
        double answerAt(double at, long number, double phase) {
            return at + (number % 10 == 9 ? 1000 : 100);
        }
    },
    /**
     * After 200 ms, but nothing at all for two seconds in the minute. Users answer one after the other, so the longest
     * time without an answer is that of the stall, which each of them meets 100 ms after its last answer on average.
     */
    STALL(60, 200, 200, (60_000 - 1_900) / 60_000.0 / 200) {
        @Override
        double answerAt(double at, long number, double phase) {
            double planned = at + (number == 0 ? 200 * phase : 200);
            return planned >= STALL_BEGINS && planned < STALL_ENDS ? STALL_ENDS : planned;
        }
    },
    /** After 400 ms for the first five seconds, then after 100 ms. */
    SLOW_START(30, 100, 400, (5_000 / 400.0 + 25_000 / 100.0) / 30_000) {
        @Override
        double answerAt(double at, long number, double phase) {
            return at + (at < 5_000 ? 400 : 100);
        }
    };

    static final double STALL_SECONDS = 2;
    private static final double STALL_BEGINS = 30_000;
    private static final double STALL_ENDS = 32_000;

    private final int seconds;
    private final double p50;
    private final double p99;
    private final double requestsPerUserAndMilli;

    Script(int seconds, double p50, double p99, double requestsPerUserAndMilli) {
        this.seconds = seconds;
        this.p50 = p50;
        this.p99 = p99;
        this.requestsPerUserAndMilli = requestsPerUserAndMilli;
    }

    /**
     * When a request is to be answered.
     *
     * @param at when it came, since the load began
     * @param number of the requests before it on its connection
     * @param phase of its connection, evenly spread from 0 to 1
     */
    abstract double answerAt(double at, long number, double phase);

    int seconds() {
        return seconds;
    }

    double p50() {
        return p50;
    }

    double p99() {
        return p99;
    }

    double goodputPerSecond(int users) {
        return users * requestsPerUserAndMilli * 1e3;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
