package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.List;

/**
 * The times in which one event loop saw no successful completion, from {@link #SHORTEST_NANOS} on. A stall of the
 * target is a time in which <em>no</em> loop saw one, so gaps are kept and intersected rather than reduced to the
 * longest per loop.
 */
final class Gaps {
    static final long SHORTEST_NANOS = 20_000_000;

    private static final int MOST_GAPS = 10_000;

    /** Nanoseconds of the loop's clock from a completion (or the first request) to the next completion. */
    record Gap(long fromNanos, long toNanos) {
        long nanos() {
            return toNanos - fromNanos;
        }
    }

    private final List<Gap> gaps = new ArrayList<>();
    private long shortestNanos = SHORTEST_NANOS;
    private boolean hasBegun;
    private long lastNanos;

    /** Whether the loop ever sent a request. A loop without users says nothing about stalls. */
    boolean hasBegun() {
        return hasBegun;
    }

    void begin(long nanos) {
        if (!hasBegun) {
            hasBegun = true;
            lastNanos = nanos;
        }
    }

    void completion(long nanos) {
        long gap = nanos - lastNanos;
        if (gap >= shortestNanos) {
            add(new Gap(lastNanos, nanos));
        }
        lastNanos = Math.max(lastNanos, nanos);
    }

    void end(long nanos) {
        if (hasBegun) {
            completion(nanos);
        }
    }

    /** After a pause in which no completion was due. */
    void goOn(long nanos) {
        lastNanos = Math.max(lastNanos, nanos);
    }

    /** Bounded memory: when there are too many, only those of at least twice the length are kept. */
    private void add(Gap gap) {
        gaps.add(gap);
        if (gaps.size() >= MOST_GAPS) {
            shortestNanos *= 2;
            gaps.removeIf(g -> g.nanos() < shortestNanos);
        }
    }

    List<Gap> list() {
        return List.copyOf(gaps);
    }

    /** The times that lie in a gap of both. Both lists are in order of time and without overlaps in themselves. */
    static List<Gap> intersect(List<Gap> a, List<Gap> b) {
        var both = new ArrayList<Gap>();
        int i = 0;
        int j = 0;
        while (i < a.size() && j < b.size()) {
            long from = Math.max(a.get(i).fromNanos(), b.get(j).fromNanos());
            long to = Math.min(a.get(i).toNanos(), b.get(j).toNanos());
            if (from < to) {
                both.add(new Gap(from, to));
            }
            if (a.get(i).toNanos() < b.get(j).toNanos()) {
                i++;
            } else {
                j++;
            }
        }
        return both;
    }

    /** The longest part of any gap that lies between the two times, in nanoseconds. */
    static long longestWithin(List<Gap> gaps, long fromNanos, long toNanos) {
        return gaps.stream()
                .mapToLong(g -> Math.min(g.toNanos(), toNanos) - Math.max(g.fromNanos(), fromNanos))
                .filter(nanos -> nanos > 0)
                .max()
                .orElse(0);
    }
}
