package dev.ralbench.scenario;

/** How long it takes until a wait is seen to be over by a thread that only looks now and then. */
public final class Polling {
    private Polling() {}

    /**
     * The first look after the end of the wait: {@code (floor(wait / interval) + 1) x interval}. A wait of a whole number of
     * intervals ends just after a look, because a call that takes 2 s takes a little longer; so looks every 200 ms make
     * 2.2 s of it (study of combined calls, 2.5).
     *
     * @param wait at least 0, in the unit of the result
     * @param interval above 0, in the same unit
     */
    public static long seen(long wait, long interval) {
        if (wait < 0 || interval <= 0) {
            throw new IllegalArgumentException("wait and interval: must be positive, got " + wait + ", " + interval);
        }
        return (wait / interval + 1) * interval;
    }
}
