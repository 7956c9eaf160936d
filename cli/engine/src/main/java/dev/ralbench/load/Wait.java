package dev.ralbench.load;

import org.jspecify.annotations.Nullable;

/** One place in a list of {@link Waits}, kept and used again by whoever waits one time after the other. */
final class Wait {
    final Over over;

    @Nullable
    Wait previous;

    @Nullable
    Wait next;

    /** The list that it is in now. */
    @Nullable
    Waits waits;

    long startNanos;

    Wait(Over over) {
        this.over = over;
    }

    /** Ends the wait early; does nothing if none is under way. */
    void cancel() {
        if (waits != null) {
            waits.remove(this);
        }
    }

    /** Runs when the time is over. */
    @FunctionalInterface
    interface Over {
        /**
         * Does it.
         *
         * @param dueNanos when the time was over, which may be a while ago if the event loop was busy
         */
        void at(long dueNanos);
    }
}
