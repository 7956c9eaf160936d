package dev.ralbench.process;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits by polling, through interrupts: a stop that an interrupt began has to be completed all the same. */
public record Pause(Clock clock) {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Whether it was reached within the limit. */
    public boolean until(BooleanSupplier reached, Duration limit) {
        long deadline = clock.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        boolean done = reached.getAsBoolean();
        while (!done && clock.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted();
            done = reached.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }
}
