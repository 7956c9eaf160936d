package dev.ralbench.measurement;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Counts per slot of time of one event loop. A slot is 250 ms; when a run outgrows the array, neighbours are folded
 * together and slots become twice as long, so memory is bounded however long the run.
 */
final class SlotTally {
    static final long FIRST_SLOT_NANOS = 250_000_000;
    /** 4096 slots of 250 ms are 17 minutes. */
    static final int MOST_SLOTS = 4096;

    private static final int UNTOUCHED = -1;

    private long slotNanos = FIRST_SLOT_NANOS;
    private int used;
    private final long[] completions = new long[MOST_SLOTS];
    private final long[] failures = new long[MOST_SLOTS];
    private final SlotLimits limits;
    /** By limit, then by slot. */
    private final long[][] beyond;

    private final int[] users = untouched();
    private final int[] inFlight = untouched();

    /** @param limits for which responses beyond them are counted, too */
    SlotTally(SlotLimits limits) {
        this.limits = limits;
        this.beyond = new long[limits.count()][MOST_SLOTS];
    }

    private static int[] untouched() {
        var values = new int[MOST_SLOTS];
        Arrays.fill(values, UNTOUCHED);
        return values;
    }

    /** The slot of a time, in nanoseconds since the start of the load; folds slots if it needs to. */
    int slotAt(long sinceStartNanos) {
        long nanos = Math.max(0, sinceStartNanos);
        while (nanos / slotNanos >= MOST_SLOTS) {
            fold();
        }
        int slot = (int) (nanos / slotNanos);
        used = Math.max(used, slot + 1);
        return slot;
    }

    void completed(int slot, long micros) {
        completions[slot]++;
        for (int i = 0; i < beyond.length; i++) {
            if (micros > limits.mostMicros(i)) {
                beyond[i][slot]++;
            }
        }
    }

    void failed(int slot) {
        failures[slot]++;
    }

    /** Users and requests in flight after an event in the slot; the last one counts. */
    void state(int slot, int usersNow, int inFlightNow) {
        users[slot] = usersNow;
        inFlight[slot] = inFlightNow;
    }

    private void fold() {
        for (int i = 0; i < MOST_SLOTS; i++) {
            int a = 2 * i;
            boolean inside = a + 1 < MOST_SLOTS;
            completions[i] = inside ? completions[a] + completions[a + 1] : 0;
            failures[i] = inside ? failures[a] + failures[a + 1] : 0;
            for (long[] counts : beyond) {
                counts[i] = inside ? counts[a] + counts[a + 1] : 0;
            }
            users[i] = inside ? later(users, a) : UNTOUCHED;
            inFlight[i] = inside ? later(inFlight, a) : UNTOUCHED;
        }
        slotNanos *= 2;
        used = (used + 1) / 2;
    }

    private static int later(int[] values, int slot) {
        return values[slot + 1] == UNTOUCHED ? values[slot] : values[slot + 1];
    }

    /** The counts so far, without percentiles. */
    Series series() {
        return new Series(
                slotNanos / 1e9,
                IntStream.range(0, used)
                        .mapToObj(slot -> new Series.Slot(
                                completions[slot], failures[slot], lastUpTo(users, slot), lastUpTo(inFlight, slot)))
                        .toList(),
                IntStream.range(0, beyond.length)
                        .mapToObj(limit -> new Series.Beyond(
                                limits.mostMicros(limit) / 1e3,
                                Arrays.stream(beyond[limit], 0, used).boxed().toList()))
                        .toList());
    }

    /** The last value that was noted up to the end of the slot. */
    private static int lastUpTo(int[] values, int slot) {
        int at = slot;
        while (at >= 0 && values[at] == UNTOUCHED) {
            at--;
        }
        return at < 0 ? 0 : values[at];
    }
}
