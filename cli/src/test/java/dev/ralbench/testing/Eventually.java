package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do; nothing tells of it, so it has to be looked at again and again. */
public final class Eventually {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Eventually() {}

    /** Returns as soon as it is so, and fails when it is not so in time. */
    public static void within(Duration limit, BooleanSupplier isSo) {
        var clock = Clock.system();
        long deadline = clock.nanoTime() + limit.toNanos();
        while (!isSo.getAsBoolean()) {
            assertThat(clock.nanoTime()).as("within %s", limit).isLessThan(deadline);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
