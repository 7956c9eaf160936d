package dev.ralbench.measurement;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * An immutable distribution of times, from 1 microsecond to 1 hour with three significant digits. Merges without
 * loss. Percentiles of distributions are never averaged: merge first, then ask.
 *
 * <p>Kept in its compressed form, some kilobytes: a histogram in memory has 188, and a run has hundreds of windows. A sum
 * is merged when it is first asked for a figure, all of its parts at once: to compress each step of a long sum takes a
 * thousand times as long, and of most sums no figure is asked for.
 */
public final class LatencyDistribution {
    /** Largest time that can be recorded: one hour, in microseconds. */
    static final long HIGHEST_MICROS = 3_600_000_000L;

    static final int DIGITS = 3;
    /** More than a load sends in a century; the sum over all windows of many runs stays within a long. */
    private static final long MOST_SAMPLES = 1L << 48;

    /** A percentile is only stated with at least this many samples beyond it. */
    private static final int SAMPLES_BEYOND = 10;
    /** (100 - 99.9) / 100 is not exactly 1/1000. */
    private static final double ROUNDING = 1e-6;

    /** Asked for of every window by tables and comparisons, so taken while the histogram is at hand. */
    private static final double[] USUAL_PERCENTILES = {50, 90, 95, 99, 99.9};

    private final long count;
    /** A sum becomes merged, and never anything else: threads that merge it at the same time do the same twice. */
    private volatile Content content;

    private sealed interface Content {}

    /** Both have samples. */
    private record Sum(LatencyDistribution one, LatencyDistribution other) implements Content {}

    /** The distribution itself, and the figures that most tables show. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and not handed out
    private record Merged(
            byte[] compressed,
            long count,
            double[] usualMicros,
            double meanMicros,
            double stddevMicros,
            long minMicros,
            long maxMicros)
            implements Content {
        static Merged of(byte[] compressed, RecordedBuckets buckets) {
            return new Merged(
                    compressed,
                    buckets.total(),
                    Arrays.stream(USUAL_PERCENTILES).map(buckets::valueAt).toArray(),
                    buckets.mean(),
                    buckets.stddev(),
                    buckets.min(),
                    buckets.max());
        }

        RecordedBuckets buckets() {
            return BucketEncoding.decode(compressed);
        }
    }

    /** Takes the histogram's present content, in microseconds; the caller may go on writing. */
    LatencyDistribution(Histogram histogram) {
        this(compress(histogram));
    }

    private LatencyDistribution(byte[] compressed) {
        this(Merged.of(compressed, BucketEncoding.decode(compressed)));
    }

    private LatencyDistribution(Merged merged) {
        count = merged.count();
        content = merged;
    }

    private LatencyDistribution(LatencyDistribution one, LatencyDistribution other) {
        count = one.count + other.count;
        content = new Sum(one, other);
    }

    private Merged merged() {
        return switch (content) {
            case Merged merged -> merged;
            case Sum sum -> {
                var buckets = buckets(sum);
                var merged = Merged.of(BucketEncoding.encode(buckets), buckets);
                content = merged;
                yield merged;
            }
        };
    }

    /** Not by recursion: a sum of a thousand windows is as deep. */
    private static RecordedBuckets buckets(Sum sum) {
        var all = new RecordedBuckets();
        var open = new ArrayDeque<LatencyDistribution>();
        open.push(sum.other);
        open.push(sum.one);
        while (!open.isEmpty()) {
            switch (open.pop().content) {
                case Merged merged -> all = all.plus(merged.buckets());
                case Sum parts -> {
                    open.push(parts.other);
                    open.push(parts.one);
                }
            }
        }
        return all;
    }

    public static LatencyDistribution empty() {
        return new LatencyDistribution(newHistogram());
    }

    /** Adds its samples to a histogram of the same range. */
    void addTo(Histogram sum) {
        try {
            sum.add(Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(merged().compressed()), LatencyDistribution.HIGHEST_MICROS));
        } catch (DataFormatException e) {
            throw new IllegalStateException(e); // it was made by this class
        }
    }

    static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_MICROS, DIGITS);
    }

    public long count() {
        return count;
    }

    /** The samples whose time in milliseconds is like that; a percentile and the count beyond it never contradict. */
    public long count(DoublePredicate millis) {
        return merged().buckets().total(micros -> millis.test(micros / 1e3));
    }

    /** Mean in milliseconds; empty without samples. */
    public OptionalDouble meanMillis() {
        return ofSamples(merged().meanMicros() / 1e3);
    }

    /** Population standard deviation in milliseconds; empty without samples. */
    public OptionalDouble stddevMillis() {
        return ofSamples(merged().stddevMicros() / 1e3);
    }

    /** Smallest time in milliseconds; empty without samples. */
    public OptionalDouble minMillis() {
        return ofSamples(merged().minMicros() / 1e3);
    }

    /**
     * As {@link #percentileMillis}, however few samples there are; empty without any. To judge by, not to be stated.
     */
    public OptionalDouble roughPercentileMillis(double percentile) {
        return ofSamples(micros(percentile) / 1e3);
    }

    /** Largest time in milliseconds; empty without samples. */
    public OptionalDouble maxMillis() {
        return ofSamples(merged().maxMicros() / 1e3);
    }

    /**
     * The time in milliseconds that the given share of the samples does not exceed.
     *
     * @param percentile above 0, at most 100
     * @return empty if fewer than ten samples lie beyond it (p99 needs 1000): it would be noise
     */
    public OptionalDouble percentileMillis(double percentile) {
        if (!hasPercentile(count, percentile)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(micros(percentile) / 1e3);
    }

    private double micros(double percentile) {
        int usual = Arrays.binarySearch(USUAL_PERCENTILES, percentile);
        return usual >= 0 ? merged().usualMicros()[usual] : merged().buckets().valueAt(percentile);
    }

    /**
     * The same after adding the requests that users would have sent while they waited for slow ones: an estimate of an
     * open load's times (HdrHistogram's correction for coordinated omission).
     *
     * @param intervalMillis the expected one between the requests of a user, above 0
     */
    public OptionalDouble correctedPercentileMillis(double percentile, double intervalMillis) {
        if (!hasPercentile(count, percentile)) {
            return OptionalDouble.empty();
        }
        long micros = Math.max(1, Math.round(intervalMillis * 1e3));
        return OptionalDouble.of(merged().buckets().correctedValueAt(percentile, micros) / 1e3);
    }

    /**
     * The percentile after each time has become longer by one of the delays, by chance.
     *
     * @return empty without delays, or where {@link #percentileMillis} is
     */
    public OptionalDouble delayedPercentileMillis(double percentile, LatencyDistribution delays) {
        if (delays.count == 0 || !hasPercentile(count, percentile)) {
            return OptionalDouble.empty();
        }
        long micros =
                merged().buckets().delayedValueAt(percentile, delays.merged().buckets());
        return OptionalDouble.of(micros / 1e3);
    }

    /** A percentile in milliseconds, of a histogram that need not be kept. */
    static OptionalDouble percentileMillis(Histogram histogram, double percentile) {
        return hasPercentile(histogram.getTotalCount(), percentile)
                ? OptionalDouble.of(histogram.getValueAtPercentile(percentile) / 1e3)
                : OptionalDouble.empty();
    }

    /** The fewest samples that a percentile is stated from. */
    public static long samplesFor(double percentile) {
        return Math.round(SAMPLES_BEYOND * 100 / (100 - percentile));
    }

    private static boolean hasPercentile(long count, double percentile) {
        return count * (100 - percentile) / 100 >= SAMPLES_BEYOND - ROUNDING;
    }

    /** The same times in the buckets of monitoring systems. */
    public ExponentialBuckets exponentialBuckets() {
        return ExponentialBuckets.of(merged().buckets());
    }

    /** Both together. */
    public LatencyDistribution plus(LatencyDistribution other) {
        if (count == 0 || other.count == 0) {
            return count == 0 ? other : this; // of most windows there are no connections
        }
        return new LatencyDistribution(this, other);
    }

    /** HdrHistogram's compressed encoding (V2) of microseconds, in Base64. */
    public String encoded() {
        return Base64.getEncoder().encodeToString(merged().compressed());
    }

    /**
     * The distribution that {@link #encoded} wrote.
     *
     * @throws IllegalArgumentException when the text is not such an encoding
     */
    public static LatencyDistribution decode(String encoded) {
        try {
            var decoded = new LatencyDistribution(Base64.getDecoder().decode(encoded));
            if (decoded.count > MOST_SAMPLES) {
                throw new IllegalArgumentException("the sum of its counts cannot be right");
            }
            return decoded;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
        }
    }

    static byte[] compress(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof LatencyDistribution that) || count != that.count) {
            return false;
        }
        var mine = merged();
        var theirs = that.merged();
        return Arrays.equals(mine.compressed(), theirs.compressed())
                || mine.buckets().equals(theirs.buckets());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count) * 31 + Long.hashCode(merged().maxMicros());
    }

    @Override
    public String toString() {
        return "LatencyDistribution[" + count + " samples, mean " + merged().meanMicros() / 1e3 + " ms]";
    }

    private OptionalDouble ofSamples(double value) {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
