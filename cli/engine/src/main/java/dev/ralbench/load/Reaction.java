package dev.ralbench.load;

/**
 * When users of a closed load take a moment before their next request, as a network between them and the service would.
 *
 * <p>On a CPU that they share, an event loop may interrupt the very thread that has just responded. If
 * the next request is there before that thread goes on, it finds the request on its connection and answers it next,
 * although others wait: Tomcat's workers served 200 of 1 024 users so, and let the others starve. A hundred microseconds
 * later the thread has put its connection back. They are taken only where they do not change the load: where they are at
 * most a hundredth of a user's turn, even if its timer is late.
 */
final class Reaction {
    static final long NANOS = 100_000;
    /** Of a user's whole turn: what it takes all users of the loop to be answered once. */
    static final long SHORTEST_TURN_NANOS = 100 * (NANOS + Ticks.LATEST_NANOS);

    private static final int AVERAGED = 64;
    private static final long LONGEST_GAP_NANOS = 1_000_000_000;

    private double gapNanos;
    private long lastEndNanos;
    private boolean hasEnded;

    /**
     * A request of the event loop has ended.
     *
     * @param users that are active on the loop
     * @return whether its user is to wait before the next one
     */
    boolean isDue(long endNanos, int users) {
        long gap = Math.clamp(endNanos - lastEndNanos, 0, LONGEST_GAP_NANOS);
        if (hasEnded) {
            gapNanos += (gap - gapNanos) / AVERAGED;
        }
        hasEnded = true;
        lastEndNanos = endNanos;
        return gapNanos * users >= SHORTEST_TURN_NANOS;
    }
}
