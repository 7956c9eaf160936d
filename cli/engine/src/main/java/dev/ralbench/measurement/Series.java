package dev.ralbench.measurement;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

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

    /**
     * Both together: two parts of one load that began at the same time. Counts, users and requests in flight add up; the
     * slots of the finer one are folded to those of the other. A part that ended earlier keeps its last users and
     * requests in flight. Percentiles cannot be added: those of both together are at most the larger ones, which are
     * taken. A limit that only one of them counts for is left out.
     */
    Series plus(Series other) {
        if (slotSeconds != other.slotSeconds) {
            return slotSeconds < other.slotSeconds ? folded().plus(other) : plus(other.folded());
        }
        int length = Math.max(slots.size(), other.slots.size());
        return new Series(
                slotSeconds,
                IntStream.range(0, length)
                        .mapToObj(i -> slot(i).plus(other.slot(i)))
                        .toList(),
                beyond.stream()
                        .flatMap(mine -> other.beyond.stream()
                                .filter(theirs -> theirs.mostMillis == mine.mostMillis)
                                .map(theirs -> mine.plus(theirs, length)))
                        .toList());
    }

    /** This series with slots twice as long. */
    private Series folded() {
        int length = (slots.size() + 1) / 2;
        return new Series(
                2 * slotSeconds,
                IntStream.range(0, length)
                        .mapToObj(i -> slot(2 * i).then(slot(2 * i + 1)))
                        .toList(),
                beyond.stream().map(of -> of.folded(length)).toList());
    }

    /** One after the end has the state of the last one, and nothing ended in it. */
    private Slot slot(int index) {
        if (index < slots.size()) {
            return slots.get(index);
        }
        return slots.isEmpty() ? Slot.EMPTY : slots.getLast().idle();
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

        private Beyond plus(Beyond other, int length) {
            return new Beyond(
                    mostMillis,
                    IntStream.range(0, length)
                            .mapToObj(i -> count(i) + other.count(i))
                            .toList());
        }

        private Beyond folded(int length) {
            return new Beyond(
                    mostMillis,
                    IntStream.range(0, length)
                            .mapToObj(i -> count(2 * i) + count(2 * i + 1))
                            .toList());
        }

        private long count(int slot) {
            return slot < counts.size() ? counts.get(slot) : 0;
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
            OptionalDouble p99Millis) {
        private static final Slot EMPTY = new Slot(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty());

        /** A slot without percentiles. */
        Slot(long completions, long failures, int users, int inFlight) {
            this(completions, failures, users, inFlight, OptionalDouble.empty(), OptionalDouble.empty());
        }

        /** The same slot of another part of the load. */
        private Slot plus(Slot other) {
            return new Slot(
                    completions + other.completions,
                    failures + other.failures,
                    users + other.users,
                    inFlight + other.inFlight,
                    larger(p50Millis, other.p50Millis),
                    larger(p99Millis, other.p99Millis));
        }

        /** The slot after this one, as one with it. */
        private Slot then(Slot next) {
            return new Slot(
                    completions + next.completions,
                    failures + next.failures,
                    next.users,
                    next.inFlight,
                    larger(p50Millis, next.p50Millis),
                    larger(p99Millis, next.p99Millis));
        }

        private Slot idle() {
            return new Slot(0, 0, users, inFlight);
        }

        Slot withPercentiles(OptionalDouble p50, OptionalDouble p99) {
            return new Slot(completions, failures, users, inFlight, p50, p99);
        }

        private static OptionalDouble larger(OptionalDouble one, OptionalDouble other) {
            return DoubleStream.concat(one.stream(), other.stream()).max();
        }
    }
}
