package dev.ralbench.load;

import java.time.Duration;

/** The waits of one event loop's users: for a response, the end of a pause, its reaction, or another try to connect. */
final class LoopWaits {
    /** A user whose connection was refused waits so long, so that a dead target is not hammered in a tight loop. */
    static final Duration BACK_OFF = Duration.ofMillis(100);

    private final Waits responses;
    private final Waits pauses;
    private final Waits reactions;
    private final Waits backOffs;
    private final String noResponse;

    LoopWaits(LoopDriver driver, LoadPlan plan) {
        this.responses = new Waits(driver, plan.timeout());
        this.pauses = new Waits(driver, plan.think());
        this.reactions = new Waits(driver, Duration.ofNanos(Reaction.NANOS));
        this.backOffs = new Waits(driver, plan.think().compareTo(BACK_OFF) > 0 ? plan.think() : BACK_OFF);
        this.noResponse = Unanswered.timedOut(plan.timeoutInWords());
    }

    /** Begins a pause: the user thinks, or has been refused. */
    void pause(Wait wait, boolean refused, long startNanos) {
        (refused ? backOffs : pauses).add(wait, startNanos);
    }

    /** Begins the moment before a user reacts to a response. */
    void react(Wait wait, long startNanos) {
        reactions.add(wait, startNanos);
    }

    /** Whether reactions come late already: one more would not take a moment, but as long as those before it. */
    boolean reactsLate(long nowNanos) {
        return reactions.isBehind(nowNanos);
    }

    void awaitResponse(Wait wait, long startNanos) {
        responses.add(wait, startNanos);
    }

    /** The failure of a request whose response did not come, in words. */
    String noResponse() {
        return noResponse;
    }
}
