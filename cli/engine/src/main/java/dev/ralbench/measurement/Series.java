package dev.ralbench.measurement;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Figures over time, in slots of equal length from the start of the load. A request counts in the slot in which it
 * ended.
 *
 * @param slotSeconds length of a slot; 0.25 s, doubled as often as a long run needs to stay within bounded memory
 * @param slots in order
 * @param beyond for each limit that was known before the load, how many responses took longer
 */
public record Series(double slotSeconds, List<Slot> slots, List<Beyond> beyond) {
    public Series {
        slots = List.copyOf(slots);
        beyond = List.copyOf(beyond);
    }

    /** A series that counts for no limit. */
    public Series(double slotSeconds, List<Slot> slots) {
        this(slotSeconds, slots, List.of());
    }

    /**
     * Successful responses that took longer than a limit.
     *
     * @param mostMillis the longest time within the limit
     * @param counts one for each slot, at most its completions
     */
    public record Beyond(double mostMillis, List<Long> counts) {
        public Beyond {
            counts = List.copyOf(counts);
        }
    }

    /**
     * One slot.
     *
     * @param completions successful responses
     * @param failures failed requests
     * @param users active users at the end of the slot
     * @param inFlight requests in flight at the end of the slot
     * @param p50Millis median response time of the second that the slot lies in; empty if too few ended
     * @param p99Millis 99th percentile likewise
     */
    public record Slot(
            long completions,
            long failures,
            int users,
            int inFlight,
            OptionalDouble p50Millis,
            OptionalDouble p99Millis) {}
}
