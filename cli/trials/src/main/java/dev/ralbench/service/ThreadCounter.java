package dev.ralbench.service;

import java.util.HashMap;
import java.util.Map;

/**
 * The counts of all threads together. The kernel counts by thread and forgets a thread that ends, so the last value
 * seen of each is kept and the sum never goes backwards. Work of a thread between its last poll and its end is missed,
 * as is a thread that lived only between polls: the figures are lower bounds, close if threads stay.
 */
final class ThreadCounter {
    private Map<Long, ThreadCounts> live = new HashMap<>();
    private Map<Long, ThreadCounts> seen = new HashMap<>();
    private ThreadCounts ended = ThreadCounts.NONE;

    /**
     * Counts so far.
     *
     * @param voluntary context switches because a thread waited
     * @param involuntary context switches because a thread was preempted
     * @param compilerTicks CPU time of just-in-time compilers, in ticks
     * @param compilerWaitNanos that they were ready to run and waited for a CPU
     */
    record ThreadCounts(long voluntary, long involuntary, long compilerTicks, long compilerWaitNanos) {
        static final ThreadCounts NONE = new ThreadCounts(0, 0, 0, 0);

        ThreadCounts plus(ThreadCounts other) {
            return new ThreadCounts(
                    voluntary + other.voluntary,
                    involuntary + other.involuntary,
                    compilerTicks + other.compilerTicks,
                    compilerWaitNanos + other.compilerWaitNanos);
        }

        ThreadCounts minus(ThreadCounts other) {
            return new ThreadCounts(
                    voluntary - other.voluntary,
                    involuntary - other.involuntary,
                    compilerTicks - other.compilerTicks,
                    compilerWaitNanos - other.compilerWaitNanos);
        }

        boolean isBefore(ThreadCounts other) {
            return voluntary < other.voluntary
                    || involuntary < other.involuntary
                    || compilerTicks < other.compilerTicks
                    || compilerWaitNanos < other.compilerWaitNanos;
        }
    }

    /** Adds a thread to the look that is under way. */
    void look(long thread, ThreadCounts totals) {
        var before = live.remove(thread);
        if (before != null && totals.isBefore(before)) {
            // Another thread that got the id of one that ended.
            ended = ended.plus(before);
        }
        seen.put(thread, totals);
    }

    /** Ends the look: threads that were not in it have ended. */
    ThreadCounts total() {
        ended = live.values().stream().reduce(ended, ThreadCounts::plus);
        live = seen;
        seen = new HashMap<>();
        return live.values().stream().reduce(ended, ThreadCounts::plus);
    }
}
