package dev.ralbench.load;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The progress of one counted segment, shared by all event loops: the only state of the load generator that more than
 * one thread writes, and therefore atomic.
 */
final class CountedRun {
    private final Segment.Counted segment;
    private final boolean goesOn;
    private final AtomicLong unclaimed;
    private final AtomicInteger usersAtWork;
    private final AtomicInteger usersConnecting;
    private final AtomicInteger loopsAtWork;
    private final AtomicBoolean over = new AtomicBoolean();

    /** @param goesOn whether users send on after the last request, until the next segment begins */
    CountedRun(Segment.Counted segment, boolean goesOn, int loops) {
        this.segment = segment;
        this.goesOn = goesOn;
        this.unclaimed = new AtomicLong(segment.count());
        this.usersAtWork = new AtomicInteger(segment.users());
        this.loopsAtWork = new AtomicInteger(loops);
        this.usersConnecting = new AtomicInteger(segment.connectFirst() ? segment.users() : 0);
    }

    /** A request has been sent, or could not be for want of a connection; true for the last of the shared ones. */
    boolean sent() {
        return unclaimed.decrementAndGet() == 0;
    }

    /** Takes one of the shared requests; false when none is left. */
    boolean claim() {
        return unclaimed.getAndDecrement() > 0;
    }

    /** How long the segment may take. */
    Optional<Duration> within() {
        return segment.within();
    }

    boolean goesOn() {
        return goesOn;
    }

    boolean isShared() {
        return segment.shared();
    }

    /** Whether users still wait for each other's connections. */
    boolean barrierIsUp() {
        return usersConnecting.get() > 0;
    }

    /** A user has tried to connect; true for the last one. */
    boolean connectionTried() {
        return usersConnecting.decrementAndGet() == 0;
    }

    /** A user has made all its requests; true for the last one. */
    boolean userDone() {
        return usersAtWork.decrementAndGet() == 0;
    }

    /** Ends the segment: its last user is done, or its time is over. True for the first of the two. */
    boolean end() {
        return over.compareAndSet(false, true);
    }

    /** An event loop is through with the segment, with whatever was open given up; true for the last one. */
    boolean loopEnded() {
        return loopsAtWork.decrementAndGet() == 0;
    }
}
