package dev.ralbench.measurement;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;

/**
 * The buckets of a histogram that hold something, read straight from its encoding: HdrHistogram would allocate 23 000
 * buckets and walk through them again for each figure, and a comparison reads a thousand histograms of which most
 * buckets are empty. Figures, sums and encodings are those that HdrHistogram gives.
 *
 * <p>Encoding: HdrHistogram's V2, compressed. A header, and then the counts in the order of the buckets as ZigZag LEB128
 * numbers, where -n stands for n empty buckets.
 */
final class RecordedBuckets {
    private static final int COMPRESSED_V2 = 0x1c849314;
    private static final int V2 = 0x1c849313;
    /** Lowest and highest value, and a ratio that plays no part here. */
    private static final int REST_OF_HEADER = 3 * Long.BYTES;

    /** Buckets come in groups of 1024 of one size, the first group twice: three digits of a binary number. */
    private static final int GROUP_BITS = 10;

    private static final int GROUP = 1 << GROUP_BITS;
    private static final int USUAL_SIZE = 64;
    /** Far more than all buckets take, full to the brim. */
    private static final int MOST_BYTES = 1 << 20;

    /** Places in the whole histogram, ascending. */
    private int[] places = new int[USUAL_SIZE];
    /** Above 0. */
    private long[] counts = new long[USUAL_SIZE];

    private int size;
    private long total;

    private RecordedBuckets() {}

    /**
     * Of an encoded histogram.
     *
     * @throws IllegalArgumentException when it is none, or not one of ours
     */
    static RecordedBuckets decode(byte[] encoded) {
        var compressed = ByteBuffer.wrap(encoded);
        require(compressed.remaining() > 2 * Integer.BYTES && compressed.getInt() == COMPRESSED_V2, "its first bytes");
        int length = compressed.getInt();
        require(length == compressed.remaining(), "its length");
        var plain = ByteBuffer.wrap(inflated(encoded, compressed.position()));
        require(plain.remaining() >= 4 * Integer.BYTES + REST_OF_HEADER && plain.getInt() == V2, "its header");
        int payload = plain.getInt();
        require(plain.getInt() == 0, "its offset");
        require(plain.getInt() == LatencyDistribution.DIGITS && plain.getLong() == 1, "its precision");
        plain.position(plain.position() + REST_OF_HEADER - Long.BYTES);
        require(payload == plain.remaining(), "the number of its counts");
        var buckets = new RecordedBuckets();
        buckets.read(plain);
        return buckets;
    }

    private static byte[] inflated(byte[] encoded, int from) {
        try (var in = new InflaterInputStream(new ByteArrayInputStream(encoded, from, encoded.length - from))) {
            return in.readNBytes(MOST_BYTES);
        } catch (IOException e) {
            throw new IllegalArgumentException("it cannot be inflated: " + e.getMessage(), e);
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what + " cannot be right");
        }
    }

    private void read(ByteBuffer plain) {
        long place = 0;
        while (plain.hasRemaining()) {
            long number = zigZag(plain);
            if (number < 0) {
                place -= number;
            } else if (number > 0) {
                require(
                        place <= Integer.MAX_VALUE && high((int) place) <= 2 * LatencyDistribution.HIGHEST_MICROS,
                        "a time");
                add((int) place++, number);
            } else {
                place++;
            }
        }
    }

    /** Seven bits a byte, the lowest first, as long as the highest bit is set; the ninth byte has eight. */
    private static long zigZag(ByteBuffer plain) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            require(plain.hasRemaining(), "the last of its counts");
            long next = plain.get() & 0xff;
            if (shift == 56 || next < 0x80) {
                value |= next << shift;
                return (value >>> 1) ^ -(value & 1);
            }
            value |= (next & 0x7f) << shift;
        }
    }

    private void add(int place, long count) {
        if (size == counts.length) {
            places = Arrays.copyOf(places, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        places[size] = place;
        counts[size] = count;
        size++;
        total += count;
        require(total > 0, "the sum of its counts");
    }

    /** Both together. */
    RecordedBuckets plus(RecordedBuckets other) {
        var sum = new RecordedBuckets();
        int mine = 0;
        int others = 0;
        while (mine < size || others < other.size) {
            int place = Math.min(placeAt(mine), other.placeAt(others));
            long count = 0;
            if (placeAt(mine) == place) {
                count += counts[mine++];
            }
            if (other.placeAt(others) == place) {
                count += other.counts[others++];
            }
            sum.add(place, count);
        }
        return sum;
    }

    /** Beyond the last one: after all places. */
    private int placeAt(int index) {
        return index < size ? places[index] : Integer.MAX_VALUE;
    }

    /** The encoding that {@link #decode} reads, byte for byte as HdrHistogram writes it. */
    byte[] encoded() {
        byte[] payload = payload();
        var plain = ByteBuffer.allocate(4 * Integer.BYTES + REST_OF_HEADER + payload.length)
                .putInt(V2)
                .putInt(payload.length)
                .putInt(0)
                .putInt(LatencyDistribution.DIGITS)
                .putLong(1)
                .putLong(LatencyDistribution.HIGHEST_MICROS)
                .putDouble(1)
                .put(payload);
        byte[] deflated = deflated(plain.array());
        return ByteBuffer.allocate(2 * Integer.BYTES + deflated.length)
                .putInt(COMPRESSED_V2)
                .putInt(deflated.length)
                .put(deflated)
                .array();
    }

    /** The counts of all buckets up to the last that holds something; of nothing, that of the first. */
    private byte[] payload() {
        var out = new ByteArrayOutputStream();
        int next = 0;
        for (int i = 0; i < size; i++) {
            int empty = places[i] - next;
            if (empty > 0) {
                writeZigZag(empty == 1 ? 0 : -empty, out); // as HdrHistogram does: a single one as its count
            }
            writeZigZag(counts[i], out);
            next = places[i] + 1;
        }
        if (size == 0) {
            writeZigZag(0, out);
        }
        return out.toByteArray();
    }

    private static void writeZigZag(long number, ByteArrayOutputStream out) {
        long rest = (number << 1) ^ (number >> 63);
        for (int bytes = 1; bytes < 9 && rest >>> 7 != 0; bytes++) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static byte[] deflated(byte[] plain) {
        var out = new ByteArrayOutputStream();
        try (var deflater = new DeflaterOutputStream(out)) {
            deflater.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return out.toByteArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordedBuckets that
                && Arrays.equals(places, 0, size, that.places, 0, that.size)
                && Arrays.equals(counts, 0, size, that.counts, 0, that.size);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOf(places, size)) * 31 + Arrays.hashCode(Arrays.copyOf(counts, size));
    }

    /** How many values share a bucket, as a power of two. */
    private static int width(int place) {
        return Math.max(0, (place >> GROUP_BITS) - 1);
    }

    private static long low(int place) {
        int group = place >> GROUP_BITS;
        return group == 0 ? place : (long) ((place & (GROUP - 1)) | GROUP) << width(place);
    }

    private static long high(int place) {
        return low(place) + (1L << width(place)) - 1;
    }

    private static long middle(int place) {
        return low(place) + ((1L << width(place)) >> 1);
    }

    /** The sum of all counts. */
    long total() {
        return total;
    }

    /** The sum of the counts whose value matches. As in {@link #valueAt}, a bucket has its largest value. */
    long total(LongPredicate values) {
        return IntStream.range(0, size)
                .filter(i -> values.test(high(places[i])))
                .mapToLong(i -> counts[i])
                .sum();
    }

    /** The smallest value of the first bucket; 0 of nothing. */
    long min() {
        return size == 0 ? 0 : low(places[0]);
    }

    /** The largest value of the last bucket; 0 of nothing. */
    long max() {
        return size == 0 ? 0 : high(places[size - 1]);
    }

    /** 0 of nothing. */
    double mean() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += middle(places[i]) * counts[i];
        }
        return total == 0 ? 0 : sum / total;
    }

    /** Standard deviation of the population; 0 if there are no values. */
    double stddev() {
        double mean = mean();
        double squares = 0;
        for (int i = 0; i < size; i++) {
            double deviation = middle(places[i]) - mean;
            squares += deviation * deviation * counts[i];
        }
        return total == 0 ? 0 : Math.sqrt(squares / total);
    }

    /**
     * The largest value of the bucket in which the given share is reached; 0 of nothing.
     *
     * @param percentile above 0, at most 100
     */
    long valueAt(double percentile) {
        // As HdrHistogram does: one step down, so that a product that rounds upwards does not reach the next bucket.
        long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percentile) * total / 100));
        long seen = 0;
        for (int i = 0; i < size; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return high(places[i]);
            }
        }
        return 0;
    }

    /**
     * With the samples that users without waits would have added: for each sample one after every interval of its time,
     * as HdrHistogram's correction for coordinated omission does.
     *
     * @param interval 0 adds nothing
     */
    Histogram corrected(long interval) {
        var corrected = LatencyDistribution.newHistogram();
        for (int i = 0; i < size; i++) {
            long value = high(places[i]);
            corrected.recordValueWithCount(value, counts[i]);
            for (long missing = value - interval; interval > 0 && missing >= interval; missing -= interval) {
                corrected.recordValueWithCount(missing, counts[i]);
            }
        }
        return corrected;
    }
}
