package dev.ralbench.trial.watch;

import dev.ralbench.Clock;
import dev.ralbench.process.OwnSchedule;
import dev.ralbench.process.ProcFs;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at both clocks all the time: a look that comes late tells of a process that stood still as a whole, and one
 * after which the wall clock is elsewhere of a clock that was set.
 */
public final class Standstill implements AutoCloseable {
    /** Each look costs some fifty microseconds of CPU time, most of them for waking up. */
    private static final long PERIOD_NANOS = 50_000_000;
    /** Clocks that are pulled into place slowly are no steps. */
    private static final long SMALLEST_STEP_NANOS = 10_000_000;
    /** If reading both clocks takes longer, how they stand to each other is not known. */
    private static final long LONGEST_LOOK_NANOS = 2_000_000;

    private final Clock clock;
    private long lastNanos;
    private long lastOffset;
    private long lastQueued;
    private long longestNanos;
    private long longestQueued;
    private long largestStep;
    private volatile boolean ended;

    /** Looks on request only. */
    public Standstill(Clock clock) {
        this.clock = clock;
        this.lastNanos = clock.nanoTime();
        this.lastOffset = sinceEpoch(clock.now()) - lastNanos;
    }

    /** Looks by itself from now on, until it is closed. */
    static Standstill watched(Clock clock) {
        var standstill = new Standstill(clock);
        Thread.ofPlatform().name("standstill").daemon().start(standstill::watch);
        return standstill;
    }

    /**
     * Since the last call.
     *
     * @param millis longest time between two looks, beyond the planned one
     * @param queuedMillis of these, how long the looking thread was ready to run and others had its CPU
     * @param stepMillis of the wall clock, the largest one; negative if it was set back, 0 if it was not set
     */
    record StandstillReading(double millis, double queuedMillis, double stepMillis) {}

    synchronized StandstillReading nextWindow() {
        var seen = new StandstillReading(longestNanos / 1e6, longestQueued / 1e6, largestStep / 1e6);
        longestNanos = 0;
        longestQueued = 0;
        largestStep = 0;
        // After a standstill this may come before the thread's own look; why it stood still is not known then.
        double silent = (clock.nanoTime() - lastNanos - PERIOD_NANOS) / 1e6;
        return silent > seen.millis() ? new StandstillReading(silent, 0, seen.stepMillis()) : seen;
    }

    private void watch() {
        try (var schedule = OwnSchedule.ofThisThread(ProcFs.ofThisMachine())) {
            lastQueued = schedule.queuedNanos();
            while (!ended) {
                LockSupport.parkNanos(PERIOD_NANOS);
                look(schedule.queuedNanos());
            }
        }
    }

    /** @param queued nanoseconds that the looking thread has waited for a CPU so far */
    synchronized void look(long queued) {
        long before = clock.nanoTime();
        long wall = sinceEpoch(clock.now());
        long after = clock.nanoTime();
        long gap = before - lastNanos - PERIOD_NANOS;
        if (gap > longestNanos) {
            longestNanos = gap;
            longestQueued = queued - lastQueued;
        }
        lastNanos = before;
        lastQueued = queued;
        if (after - before > LONGEST_LOOK_NANOS) {
            return;
        }
        long offset = wall - before;
        long step = offset - lastOffset;
        if (Math.abs(step) > Math.max(SMALLEST_STEP_NANOS, Math.abs(largestStep))) {
            largestStep = step;
        }
        lastOffset = offset;
    }

    /** A long holds nanoseconds until the year 2262. */
    private static long sinceEpoch(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    @Override
    public void close() {
        ended = true;
    }
}
