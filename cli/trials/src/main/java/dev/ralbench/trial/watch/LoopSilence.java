package dev.ralbench.trial.watch;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.measurement.LoopLag;
import java.util.concurrent.TimeUnit;

/**
 * Ends a load of which an event loop does not run any more: such a loop cannot end it itself, and the run would hang for
 * good.
 */
public final class LoopSilence {
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** After a standstill of the whole process the loops have so long to come back. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final LoopLag lag;
    private final LoadGenerator generator;
    private final Clock clock;
    private boolean isSuspected;
    private long suspectedNanos;

    public LoopSilence(LoopLag lag, LoadGenerator generator, Clock clock) {
        this.lag = lag;
        this.generator = generator;
        this.clock = clock;
    }

    /** Looks for a silence of the loops. Call this now and then. */
    public void look() {
        long now = clock.nanoTime();
        if (lag.silentNanos() < LONGEST_NANOS) {
            isSuspected = false;
        } else if (!isSuspected) {
            isSuspected = true;
            suspectedNanos = now;
        } else if (now - suspectedNanos > GRACE_NANOS) {
            generator.fail(Failure.environment(
                    "an event loop of the load generator has not run for "
                            + TimeUnit.NANOSECONDS.toSeconds(lag.silentNanos()) + " s; the load was given up",
                    "its thread has ended, is blocked, or is kept from its CPU",
                    "see what else runs on this machine, and whether ralbench has enough memory"));
        }
    }
}
