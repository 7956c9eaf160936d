package dev.ralbench.benchmark;

import java.util.Locale;
import java.util.stream.IntStream;

/** A server's delays, known beforehand, and a closed load's true figures. Times in milliseconds. */
enum Script {
    /** Every request after 200 ms. */
    CONSTANT(30, 200, 200) {
        @Override
        double delay(double at, long number) {
            return 200;
        }
    },
    /** Nine after 100 ms, the tenth after 1 s. */
    BIMODAL(30, 100, 1000) {
        @Override
        double delay(double at, long number) {
            return number % 10 == 9 ? 1000 : 100;
        }
    },
    /**
     * After 200 ms, but nothing at all for two seconds in the minute. Users answer one after the other, so the longest
     * time without a response is that of the stall.
     */
    STALL(60, 200, 200) {
        @Override
        double delay(double at, long number) {
            boolean isStalled = at + 200 >= STALL_BEGINS && at + 200 < STALL_ENDS;
            return isStalled ? STALL_ENDS - at : 200;
        }
    },
    /** After 400 ms for the first five seconds, then after 100 ms. */
    SLOW_START(30, 100, 400) {
        @Override
        double delay(double at, long number) {
            return at < 5_000 ? 400 : 100;
        }
    };

    static final double STALL_SECONDS = 2;
    /** The golden ratio: phases of connections that follow each other are far apart. */
    private static final double SPREAD = 0.618_033_988_749_895;

    private static final double STALL_BEGINS = 30_000;
    private static final double STALL_ENDS = 32_000;

    private final int seconds;
    private final double p50;
    private final double p99;

    Script(int seconds, double p50, double p99) {
        this.seconds = seconds;
        this.p50 = p50;
        this.p99 = p99;
    }

    /**
     * How long a request waits for its response.
     *
     * @param at when it came, since the load began
     * @param number of the requests before it on its connection
     */
    abstract double delay(double at, long number);

    /**
     * The same, but for the first request of a connection, which waits for a part of it: users that began together do
     * not answer in step then, and the unfinished part at the end makes up for the short one at the beginning.
     *
     * @param phase of the connection, evenly spread from 0 to 1
     */
    double delay(double at, long number, double phase) {
        double usual = delay(at, number + Math.round(phase * 1000)); // nor do all of them have their tenth at once
        return number == 0 ? phase * usual : usual;
    }

    int seconds() {
        return seconds;
    }

    double p50() {
        return p50;
    }

    double p99() {
        return p99;
    }

    /** The phase of a connection, by the number of those before it. */
    static double phase(int connection) {
        return connection * SPREAD % 1;
    }

    /** Goodput of users that lose no time: each sends its next request the moment it is answered. */
    double goodputPerSecond(int users) {
        return IntStream.range(0, users)
                        .mapToLong(user -> responses(phase(user)))
                        .sum()
                / (double) seconds;
    }

    private long responses(double phase) {
        long responses = 0;
        for (double at = delay(0, 0, phase); at <= seconds * 1e3; at += delay(at, responses, phase)) {
            responses++;
        }
        return responses;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
