package dev.ralbench.process;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Marks ralbench's processes by an environment variable, so that they are found when they are to be stopped: even if
 * their parent has ended, and by a later ralbench if this one has ended.
 */
public final class RunTag {
    public static final String VARIABLE = "RALBENCH_SERVICE";

    private final Owner owner;
    /** Starts may come from several threads. */
    private final AtomicInteger starts = new AtomicInteger();

    public RunTag(Owner owner) {
        this.owner = owner;
    }

    public Owner owner() {
        return owner;
    }

    /** A value that no other start of any ralbench on this machine has. */
    public String next() {
        return owner + "-" + starts.incrementAndGet();
    }

    /** The owner of a process; empty if no ralbench started it, or if it is unreadable. */
    static Optional<Owner> ownerOf(ProcFs proc, long pid) {
        return proc.variable(pid, VARIABLE).flatMap(Owner::in);
    }
}
