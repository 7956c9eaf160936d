package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Failed requests of one event loop by the way they failed; written by that loop, read by any thread. */
final class FailureCounts {
    private static final Outcome[] OUTCOMES = Outcome.values();

    private final AtomicLongArray counts = new AtomicLongArray(OUTCOMES.length);

    /** Counts one more; called by one thread only. */
    void count(Outcome outcome) {
        int place = outcome.ordinal();
        counts.lazySet(place, counts.get(place) + 1);
    }

    void addTo(Map<Outcome, Long> sum) {
        for (var outcome : OUTCOMES) {
            long count = counts.get(outcome.ordinal());
            if (count > 0) {
                sum.merge(outcome, count, Long::sum);
            }
        }
    }
}
