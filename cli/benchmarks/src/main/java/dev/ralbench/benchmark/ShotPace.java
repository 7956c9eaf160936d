package dev.ralbench.benchmark;

/** How fast the users of a shot go. */
sealed interface ShotPace {
    ShotPace BUSY = new Busy();

    /** Each sends again as soon as it has a response. */
    record Busy() implements ShotPace {}

    /**
     * Each pauses after a response.
     *
     * @param millis of each pause
     */
    record Thinking(int millis) implements ShotPace {}

    /** Requests come at a rate, over as many connections as there are users. */
    record Rate(int perSecond, boolean isPoisson) implements ShotPace {}
}
