package dev.ralbench.load;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The progress of one counted phase, shared by all event loops: the only state of the load generator that more than
 * one thread writes, and therefore atomic.
 */
final class CountedRun {
    private final Phase.Counted phase;
    private final boolean goesOn;
    private final boolean isEmpty;
    private final AtomicLong unclaimed;
    private final AtomicInteger usersAtWork;
    private final AtomicInteger usersConnecting;
    private final AtomicBoolean released;
    private final AtomicInteger loopsAtWork;
    private final AtomicBoolean over = new AtomicBoolean();

    /**
     * Before its first request.
     *
     * @param goesOn whether users send on after the last request, until the next phase begins
     * @param share of its users, and of the requests that they share
     */
    CountedRun(Phase.Counted phase, boolean goesOn, int loops, LoadShare share) {
        int users = share.of(phase.users());
        this.phase = phase;
        this.goesOn = goesOn;
        this.isEmpty = users == 0;
        this.unclaimed =
                new AtomicLong(phase.shared() ? share.ofRequests(phase.count(), phase.users()) : phase.count());
        this.usersAtWork = new AtomicInteger(users);
        this.loopsAtWork = new AtomicInteger(loops);
        this.usersConnecting = new AtomicInteger(phase.connectFirst() ? users : 0);
        this.released = new AtomicBoolean(!phase.connectFirst());
    }

    /** Whether none of its users is here. */
    boolean isEmpty() {
        return isEmpty;
    }

    /** A request has been sent, or could not be for want of a connection; true for the last of the shared ones. */
    boolean sent() {
        return unclaimed.decrementAndGet() == 0;
    }

    boolean hasUnclaimed() {
        return unclaimed.get() > 0;
    }

    /** Takes one of the shared requests; false when none is left. */
    boolean claim() {
        return unclaimed.getAndDecrement() > 0;
    }

    /** How long the phase may take. */
    Optional<Duration> within() {
        return phase.within();
    }

    boolean goesOn() {
        return goesOn;
    }

    boolean isShared() {
        return phase.shared();
    }

    /** Whether users still wait for each other's connections. */
    boolean barrierIsUp() {
        return !released.get();
    }

    /** Users wait no longer. */
    void release() {
        released.set(true);
    }

    /** A user has tried to connect; true for the last one. */
    boolean connectionTried() {
        return usersConnecting.decrementAndGet() == 0;
    }

    /** A user has made all its requests; true for the last one. */
    boolean userDone() {
        return usersAtWork.decrementAndGet() == 0;
    }

    /** Ends the phase: its last user is done, or its time is over. True for the first of the two. */
    boolean end() {
        return over.compareAndSet(false, true);
    }

    /** An event loop is through with the phase, with whatever was open given up; true for the last one. */
    boolean loopEnded() {
        return loopsAtWork.decrementAndGet() == 0;
    }
}
