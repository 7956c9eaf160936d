package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.result.TrialSetup.StartUp;
import java.time.Duration;
import java.time.Instant;

/** Takes the time of a trial's beginning, step by step. */
final class StartTimes {
    private final Clock clock;
    private final Instant runStart;
    private final long begunNanos;
    private long serversNanos;
    private long targetNanos;
    private long attachedNanos;

    /** @param runStart when the user asked for the run */
    StartTimes(Clock clock, Instant runStart) {
        this.clock = clock;
        this.runStart = runStart;
        this.begunNanos = clock.nanoTime();
        this.serversNanos = begunNanos;
        this.targetNanos = begunNanos;
        this.attachedNanos = begunNanos;
    }

    void serversReady() {
        serversNanos = clock.nanoTime();
        targetNanos = serversNanos;
    }

    void targetReady() {
        targetNanos = clock.nanoTime();
    }

    /** The times as another machine has taken them, in milliseconds; its own messages are in none of them. */
    void took(double serversMillis, double targetMillis, double attachMillis) {
        serversNanos = begunNanos + Math.round(serversMillis * 1e6);
        targetNanos = serversNanos + Math.round(targetMillis * 1e6);
        attachedNanos = targetNanos + Math.round(attachMillis * 1e6);
    }

    /** The view into the target is open. */
    void attached() {
        attachedNanos = clock.nanoTime();
    }

    /** The load is about to begin; the single requests before it are done. */
    StartUp startUp() {
        return new StartUp(
                (serversNanos - begunNanos) / 1e6,
                (targetNanos - serversNanos) / 1e6,
                (attachedNanos - targetNanos) / 1e6,
                Duration.between(runStart, clock.now()).toMillis());
    }
}
