package dev.ralbench.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How late an event loop ran its timers, in samples due at equal distances. The samples weigh time: a loop that stands
 * still for long has as many late samples.
 *
 * @param sumMillis of all samples
 * @param upToMillis samples by the upper bound of their bucket, without empty buckets
 */
public record EventLoopLag(double sumMillis, SortedMap<Double, Long> upToMillis) {
    /** The 99th percentile needs ten samples beyond it, like that of requests. */
    private static final double P99 = 99;

    public EventLoopLag {
        upToMillis = Collections.unmodifiableSortedMap(new TreeMap<>(upToMillis));
    }

    EventLoopLag plus(EventLoopLag other) {
        var both = new TreeMap<>(upToMillis);
        other.upToMillis.forEach((bound, count) -> both.merge(bound, count, Long::sum));
        return new EventLoopLag(sumMillis + other.sumMillis, both);
    }

    private long samples() {
        return upToMillis.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Mean of all samples in milliseconds; empty if there are none. */
    public OptionalDouble meanMillis() {
        return samples() == 0 ? OptionalDouble.empty() : OptionalDouble.of(sumMillis / samples());
    }

    /** The bound that 99 of 100 samples keep to; empty with too few of them. */
    public OptionalDouble p99Millis() {
        long samples = samples();
        if (samples < LatencyDistribution.samplesFor(P99)) {
            return OptionalDouble.empty();
        }
        double wanted = samples * P99 / 100;
        long below = 0;
        for (Map.Entry<Double, Long> bucket : upToMillis.entrySet()) {
            below += bucket.getValue();
            if (below >= wanted) {
                return OptionalDouble.of(bucket.getKey());
            }
        }
        return OptionalDouble.empty();
    }
}
