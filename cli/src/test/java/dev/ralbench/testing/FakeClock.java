package dev.ralbench.testing;

import dev.ralbench.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that stands still until it is advanced. */
public final class FakeClock implements Clock {
    private long nanos;

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    public void advance(Duration by) {
        nanos += by.toNanos();
    }

    void setNanos(long time) {
        nanos = Math.max(nanos, time);
    }
}
