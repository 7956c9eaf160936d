package dev.ralbench.monitoring;

import dev.ralbench.measurement.ExponentialBuckets;
import dev.ralbench.monitoring.Family.Kind;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** The present values of all time series. One thread changes them, and others read them. */
final class Samples {
    private final Map<Family, SequencedMap<Labels, Value>> values = new EnumMap<>(Family.class);

    /** One of them. */
    sealed interface Value {}

    record Amount(double value) implements Value {}

    record Times(ExponentialBuckets buckets) implements Value {}

    /** Sets a gauge. */
    synchronized void set(Family family, Labels labels, double value) {
        of(family).put(labels, new Amount(value));
    }

    /**
     * Lets a counter grow; one that is new begins with it.
     *
     * @param more 0 or more
     */
    synchronized void add(Family family, Labels labels, double more) {
        of(family)
                .merge(
                        labels,
                        new Amount(more),
                        (sum, next) -> new Amount(((Amount) sum).value() + ((Amount) next).value()));
    }

    /** Likewise for a histogram. */
    synchronized void add(Family family, Labels labels, ExponentialBuckets more) {
        of(family)
                .merge(
                        labels,
                        new Times(more),
                        (sum, next) -> new Times(((Times) sum).buckets().plus(((Times) next).buckets())));
    }

    private SequencedMap<Labels, Value> of(Family family) {
        return values.computeIfAbsent(family, first -> new LinkedHashMap<>());
    }

    /** Forgets the gauges of what has ended: the last value of a level is none of the time after it. */
    synchronized void forgetGauges(Labels some) {
        values.forEach((family, series) -> {
            if (family.kind() == Kind.GAUGE) {
                series.keySet().removeIf(labels -> labels.has(some));
            }
        });
    }

    /** All of them as they are now, in the order of the families; none of a family without any. */
    synchronized SequencedMap<Family, SequencedMap<Labels, Value>> now() {
        var now = new LinkedHashMap<Family, SequencedMap<Labels, Value>>();
        values.forEach((family, series) -> {
            if (!series.isEmpty()) {
                now.put(family, new LinkedHashMap<>(series));
            }
        });
        return now;
    }
}
