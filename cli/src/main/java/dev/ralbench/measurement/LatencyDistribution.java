package dev.ralbench.measurement;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.OptionalDouble;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * An immutable distribution of times, from 1 microsecond to 1 hour with three significant digits. Merges without
 * loss. Percentiles of distributions are never averaged: merge first, then ask.
 */
public final class LatencyDistribution {
    /** Largest time that can be recorded: one hour, in microseconds. */
    static final long HIGHEST_MICROS = 3_600_000_000L;

    static final int DIGITS = 3;
    /** A percentile is only stated with at least this many samples beyond it. */
    static final int SAMPLES_BEYOND = 10;

    private final Histogram histogram;
    private final double meanMicros;

    /** @param histogram of microseconds; copied, so the caller may go on writing to it */
    LatencyDistribution(Histogram histogram) {
        this.histogram = histogram.copy();
        this.meanMicros = histogram.getTotalCount() == 0 ? 0 : histogram.getMean();
    }

    public static LatencyDistribution empty() {
        return new LatencyDistribution(newHistogram());
    }

    static Histogram newHistogram() {
        return new Histogram(1, HIGHEST_MICROS, DIGITS);
    }

    public long count() {
        return histogram.getTotalCount();
    }

    /** Mean in milliseconds; empty without samples. */
    public OptionalDouble meanMillis() {
        return ofSamples(meanMicros / 1e3);
    }

    /** Population standard deviation in milliseconds; empty without samples. */
    public OptionalDouble stddevMillis() {
        return ofSamples(histogram.getStdDeviation() / 1e3);
    }

    /** Smallest time in milliseconds; empty without samples. */
    public OptionalDouble minMillis() {
        return ofSamples(histogram.getMinValue() / 1e3);
    }

    /** Largest time in milliseconds; empty without samples. */
    public OptionalDouble maxMillis() {
        return ofSamples(histogram.getMaxValue() / 1e3);
    }

    /**
     * The time in milliseconds that the given share of the samples does not exceed.
     *
     * @param percentile above 0, at most 100
     * @return empty where fewer than ten samples lie beyond it (p99 needs 1000): it would be noise
     */
    public OptionalDouble percentileMillis(double percentile) {
        if (count() * (100 - percentile) / 100 < SAMPLES_BEYOND) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(histogram.getValueAtPercentile(percentile) / 1e3);
    }

    /** Both together. */
    public LatencyDistribution plus(LatencyDistribution other) {
        var sum = histogram.copy();
        sum.add(other.histogram);
        return new LatencyDistribution(sum);
    }

    /** HdrHistogram's compressed encoding (V2) of microseconds, in Base64. */
    public String encoded() {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
    }

    /**
     * The distribution that {@link #encoded} wrote.
     *
     * @throws IllegalArgumentException when the text is not such an encoding
     */
    public static LatencyDistribution decode(String encoded) {
        try {
            var buffer = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
            return new LatencyDistribution(Histogram.decodeFromCompressedByteBuffer(buffer, HIGHEST_MICROS));
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencyDistribution that && histogram.equals(that.histogram);
    }

    @Override
    public int hashCode() {
        return histogram.hashCode();
    }

    @Override
    public String toString() {
        return "LatencyDistribution[" + count() + " samples, mean " + meanMicros / 1e3 + " ms]";
    }

    private OptionalDouble ofSamples(double value) {
        return count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
