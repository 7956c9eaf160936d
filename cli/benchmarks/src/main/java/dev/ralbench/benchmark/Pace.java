package dev.ralbench.benchmark;

/** How fast the users of a shot go. */
sealed interface Pace {
    Pace BUSY = new Busy();

    /** Each sends again as soon as it has an answer. */
    record Busy() implements Pace {}

    /**
     * Each pauses after an answer.
     *
     * @param millis of each pause
     */
    record Thinking(int millis) implements Pace {}

    /** Requests come at a rate, over as many connections as there are users. */
    record Rate(int perSecond, boolean isPoisson) implements Pace {}
}
