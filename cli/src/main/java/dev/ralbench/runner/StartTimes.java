package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.result.TrialResult.StartUp;
import java.lang.management.ManagementFactory;

/** Takes the time of a trial's beginning, step by step. */
final class StartTimes {
    private final Clock clock;
    private final long begunNanos;
    private long serversNanos;
    private long targetNanos;

    StartTimes(Clock clock) {
        this.clock = clock;
        this.begunNanos = clock.nanoTime();
        this.serversNanos = begunNanos;
        this.targetNanos = begunNanos;
    }

    void serversReady() {
        serversNanos = clock.nanoTime();
        targetNanos = serversNanos;
    }

    void targetReady() {
        targetNanos = clock.nanoTime();
    }

    /** The last step: the view into the target is open. */
    StartUp attached() {
        long now = clock.nanoTime();
        long processStart = ManagementFactory.getRuntimeMXBean().getStartTime();
        return new StartUp(
                (serversNanos - begunNanos) / 1e6,
                (targetNanos - serversNanos) / 1e6,
                (now - targetNanos) / 1e6,
                clock.now().toEpochMilli() - processStart);
    }
}
