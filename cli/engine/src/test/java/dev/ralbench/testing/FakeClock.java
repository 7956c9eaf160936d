package dev.ralbench.testing;

import dev.ralbench.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that stands still until it is advanced. */
public final class FakeClock implements Clock {
    private long nanos;
    private long offsetNanos;

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos + offsetNanos);
    }

    public void advance(Duration by) {
        nanos += by.toNanos();
    }

    /** Sets the wall clock, as an administrator would; the monotonic one goes on as before. */
    public void step(Duration by) {
        offsetNanos += by.toNanos();
    }

    void setNanos(long time) {
        nanos = Math.max(nanos, time);
    }
}
