package dev.ralbench.service;

import java.util.HashMap;
import java.util.Map;

/**
 * What all threads did together. The kernel counts by thread and forgets a thread that ends, so the last value
 * seen of each is kept and the sum never goes backwards. What a thread did between the last look and its end is
 * missed, as is a thread that lived only between two looks: the figures are lower bounds, close where threads stay.
 */
final class ThreadCounter {
    private Map<Long, Totals> live = new HashMap<>();
    private Map<Long, Totals> seen = new HashMap<>();
    private Totals ended = Totals.NONE;

    /**
     * Counts so far.
     *
     * @param voluntary context switches because a thread waited
     * @param involuntary context switches because a thread was preempted
     * @param compilerTicks CPU time of just-in-time compilers, in ticks
     */
    record Totals(long voluntary, long involuntary, long compilerTicks) {
        static final Totals NONE = new Totals(0, 0, 0);

        Totals plus(Totals other) {
            return new Totals(
                    voluntary + other.voluntary, involuntary + other.involuntary, compilerTicks + other.compilerTicks);
        }

        Totals minus(Totals other) {
            return new Totals(
                    voluntary - other.voluntary, involuntary - other.involuntary, compilerTicks - other.compilerTicks);
        }

        boolean isBefore(Totals other) {
            return voluntary < other.voluntary
                    || involuntary < other.involuntary
                    || compilerTicks < other.compilerTicks;
        }
    }

    /** Adds a thread to the look that is under way. */
    void look(long thread, Totals totals) {
        var before = live.remove(thread);
        if (before != null && totals.isBefore(before)) {
            // Another thread that got the id of one that ended.
            ended = ended.plus(before);
        }
        seen.put(thread, totals);
    }

    /** Ends the look: threads that were not in it have ended. */
    Totals total() {
        ended = live.values().stream().reduce(ended, Totals::plus);
        live = seen;
        seen = new HashMap<>();
        return live.values().stream().reduce(ended, Totals::plus);
    }
}
