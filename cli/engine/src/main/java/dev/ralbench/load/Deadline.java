package dev.ralbench.load;

import org.jspecify.annotations.Nullable;

/** One place in a list of {@link Deadlines}, kept and used again by whoever sends one request after the other. */
final class Deadline {
    final Overdue overdue;

    @Nullable
    Deadline previous;

    @Nullable
    Deadline next;

    long startNanos;

    Deadline(Overdue overdue) {
        this.overdue = overdue;
    }

    /** What is done when the time is over. */
    @FunctionalInterface
    interface Overdue {
        void timedOut(long timeoutNanos, String detail);
    }
}
