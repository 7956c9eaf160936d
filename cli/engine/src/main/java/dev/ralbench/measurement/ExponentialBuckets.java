package dev.ralbench.measurement;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Response times as monitoring systems keep them: OpenTelemetry's exponential histogram, Prometheus' native one. Bucket
 * n holds the times above b^n and up to b^(n + 1) seconds, where b = 2^(2^-scale): each is 2.2 % wide, so its middle is
 * within 1.1 % of every time in it.
 *
 * @param counts by bucket, without empty ones
 * @param sumSeconds of all times
 */
public record ExponentialBuckets(SortedMap<Integer, Long> counts, double sumSeconds) {
    /** As OpenTelemetry and Prometheus count it. */
    public static final int SCALE = 5;

    private static final int PER_OCTAVE = 1 << SCALE;
    private static final double MICROS_PER_SECOND = 1e6;

    public static final ExponentialBuckets NONE = new ExponentialBuckets(Collections.emptySortedMap(), 0);

    public ExponentialBuckets {
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    /** Of a histogram of microseconds. */
    static ExponentialBuckets of(Histogram micros) {
        var counts = new TreeMap<Integer, Long>();
        micros.recordedValues()
                .forEach(bucket -> count(bucket.getValueIteratedTo(), bucket.getCountAtValueIteratedTo(), counts));
        return new ExponentialBuckets(counts, micros.getMean() * micros.getTotalCount() / MICROS_PER_SECOND);
    }

    /** Likewise. */
    static ExponentialBuckets of(RecordedBuckets micros) {
        var counts = new TreeMap<Integer, Long>();
        micros.forEach((high, count) -> count(high, count, counts));
        return new ExponentialBuckets(
                counts, micros.total() == 0 ? 0 : micros.mean() * micros.total() / MICROS_PER_SECOND);
    }

    private static void count(long micros, long count, SortedMap<Integer, Long> counts) {
        double octaves = Math.log(micros / MICROS_PER_SECOND) / Math.log(2);
        counts.merge((int) Math.ceil(octaves * PER_OCTAVE) - 1, count, Long::sum);
    }

    /** The longest time that a bucket holds, in seconds. */
    public static double mostSeconds(int bucket) {
        return Math.pow(2, (bucket + 1.0) / PER_OCTAVE);
    }

    /** How many times there are. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Both together. */
    public ExponentialBuckets plus(ExponentialBuckets other) {
        var sum = new TreeMap<>(counts);
        other.counts.forEach((bucket, count) -> sum.merge(bucket, count, Long::sum));
        return new ExponentialBuckets(sum, sumSeconds + other.sumSeconds);
    }
}
