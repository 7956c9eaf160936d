package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Failed requests of one event loop by the way they failed; written by that loop, read by any thread. */
final class FailureCounts {
    private final Map<Outcome, AtomicLong> counts = new EnumMap<>(Outcome.class);

    FailureCounts() {
        for (var outcome : Outcome.values()) {
            counts.put(outcome, new AtomicLong());
        }
    }

    /** Counts one more; called by one thread only. */
    void count(Outcome outcome) {
        var count = counts.get(outcome);
        if (count != null) {
            count.lazySet(count.get() + 1);
        }
    }

    void addTo(Map<Outcome, Long> sum) {
        counts.forEach((outcome, count) -> {
            long failed = count.get();
            if (failed > 0) {
                sum.merge(outcome, failed, Long::sum);
            }
        });
    }
}
