package dev.ralbench.service;

import dev.ralbench.Clock;
import java.util.concurrent.TimeUnit;

/**
 * The rest after an expensive look at the target, which takes place on the machine that is being measured. After a look
 * that took t, the next is not before 50 t: about a fiftieth of one CPU. But if the CPU is full, a look takes long
 * without costing much, so there is a longest rest.
 */
final class LookRest {
    private static final long REST_PER_LOOK = 50;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Clock clock;
    private long notBeforeNanos;

    LookRest(Clock clock) {
        this.clock = clock;
        this.notBeforeNanos = clock.nanoTime();
    }

    boolean isOver() {
        return clock.nanoTime() - notBeforeNanos >= 0;
    }

    /** @param startNanos when the look that ends now began */
    void beginAfterLookFrom(long startNanos) {
        long end = clock.nanoTime();
        notBeforeNanos = end + Math.min(LONGEST_NANOS, REST_PER_LOOK * (end - startNanos));
    }
}
