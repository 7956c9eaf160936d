package dev.ralbench.target;

import java.util.HashMap;
import java.util.Map;

/**
 * Context switches of all threads. The kernel counts them by thread and forgets a thread that ends, so the last value
 * seen of each is kept and the sum never goes backwards. What a thread did between the last look and its end is
 * missed, as is a thread that lived only between two looks: the figures are lower bounds, close where threads stay.
 */
final class SwitchCounter {
    private Map<Long, Switches> live = new HashMap<>();
    private Map<Long, Switches> seen = new HashMap<>();
    private Switches ended = Switches.NONE;

    /** Switches so far. */
    record Switches(long voluntary, long involuntary) {
        static final Switches NONE = new Switches(0, 0);

        Switches plus(Switches other) {
            return new Switches(voluntary + other.voluntary, involuntary + other.involuntary);
        }

        Switches minus(Switches other) {
            return new Switches(voluntary - other.voluntary, involuntary - other.involuntary);
        }

        boolean isBefore(Switches other) {
            return voluntary < other.voluntary || involuntary < other.involuntary;
        }
    }

    /** Adds a thread to the look that is under way. */
    void look(long thread, Switches switches) {
        var before = live.remove(thread);
        if (before != null && switches.isBefore(before)) {
            // Another thread that got the id of one that ended.
            ended = ended.plus(before);
        }
        seen.put(thread, switches);
    }

    /** Ends the look: threads that were not in it have ended. */
    Switches total() {
        ended = live.values().stream().reduce(ended, Switches::plus);
        live = seen;
        seen = new HashMap<>();
        return live.values().stream().reduce(ended, Switches::plus);
    }
}
