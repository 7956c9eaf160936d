package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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

    /** Returns as soon as nothing is there, and fails with what there is when something is there after so long. */
    public static void isEmpty(Duration limit, Supplier<? extends Collection<?>> found) {
        var clock = Clock.system();
        long deadline = clock.nanoTime() + limit.toNanos();
        var now = found.get();
        while (!now.isEmpty() && clock.nanoTime() < deadline) {
            LockSupport.parkNanos(PAUSE_NANOS);
            now = found.get();
        }
        assertThat(now).as("there after %s", limit).isEmpty();
    }
}
