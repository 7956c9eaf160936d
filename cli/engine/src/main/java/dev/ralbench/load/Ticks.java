package dev.ralbench.load;

/**
 * When an event loop wakes up for due events: arrivals, and users whose pause is over. Each wake-up costs several times
 * as much as a request; a busy loop answers dozens of responses for each. So events in close succession are served
 * together: the first waits until it is as late as it may be, and takes along those that became due meanwhile. Lateness
 * is recorded, and is a part of response times, because these count from when a request was due.
 */
final class Ticks {
    /** Lateness has its 99th percentile below half a millisecond, with the timer's own lateness. */
    static final long LATEST_NANOS = 420_000;
    /** Timers are no closer than this, so that responses are read, too. */
    static final long DISTANCE_NANOS = 50_000;
    /** Closer events are dense. */
    private static final long DENSE_NANOS = 200_000;
    /** A pause as long as this ends a dense stretch: the next few are served when they are due. */
    private static final long LONGEST_NANOS = 10 * LATEST_NANOS;
    /** Occasional bursts, such as few users that began together, are not dense. */
    private static final int AVERAGED = 8;

    private long averageNanos = LONGEST_NANOS;
    private long lastDueNanos = Long.MIN_VALUE / 2;

    /** Something was served; in the order of when it was due. */
    void served(long dueNanos) {
        long distance = Math.clamp(dueNanos - lastDueNanos, 0, LONGEST_NANOS);
        averageNanos += (distance - averageNanos) / AVERAGED;
        lastDueNanos = dueNanos;
    }

    /**
     * The time of the next timer.
     *
     * @param dueNanos the first that it is for
     * @param nowNanos of the timer before
     */
    long next(long dueNanos, long nowNanos) {
        long wanted = averageNanos < DENSE_NANOS ? dueNanos + LATEST_NANOS : dueNanos;
        return Math.max(wanted, nowNanos + DISTANCE_NANOS);
    }
}
