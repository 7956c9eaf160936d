package dev.ralbench.measurement;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;

/**
 * HdrHistogram's encoding V2, compressed: a header, and then the counts in the order of the buckets as ZigZag LEB128
 * numbers, where -n stands for n empty buckets.
 */
final class BucketEncoding {
    private static final int COMPRESSED_V2 = 0x1c849314;
    private static final int V2 = 0x1c849313;
    /** Lowest and highest value, and a ratio that plays no part here. */
    private static final int REST_OF_HEADER = 3 * Long.BYTES;
    /** Far more than all buckets take, full to the brim. */
    private static final int MOST_BYTES = 1 << 20;
    /** Counts deflate to about a third. */
    private static final int USUAL_GROWTH = 4;

    /** Far more than a histogram has. */
    private static final int MOST_EMPTY = 1 << 20;

    private BucketEncoding() {}

    /**
     * The filled buckets of an encoded histogram.
     *
     * @throws IllegalArgumentException if it is none, or not one of ours
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
        read(plain, buckets);
        return buckets;
    }

    /** Without a stream: its buffers take more memory than the counts, and a comparison reads some ten thousand. */
    private static byte[] inflated(byte[] encoded, int from) {
        var inflater = new Inflater();
        try {
            inflater.setInput(encoded, from, encoded.length - from);
            var plain = new byte[Math.min(MOST_BYTES, USUAL_GROWTH * encoded.length)];
            int size = 0;
            while (size < MOST_BYTES && !inflater.finished() && !inflater.needsDictionary()) {
                if (size == plain.length) {
                    plain = Arrays.copyOf(plain, Math.min(MOST_BYTES, 2 * size));
                }
                int more = inflater.inflate(plain, size, plain.length - size);
                if (more == 0 && inflater.needsInput()) {
                    throw new DataFormatException("Unexpected end of ZLIB input stream");
                }
                size += more;
            }
            return Arrays.copyOf(plain, size);
        } catch (DataFormatException e) {
            var why = Optional.ofNullable(e.getMessage()).orElse("Invalid ZLIB data format");
            throw new IllegalArgumentException("it cannot be inflated: " + why, e);
        } finally {
            inflater.end();
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what + " cannot be right");
        }
    }

    private static void read(ByteBuffer plain, RecordedBuckets buckets) {
        long place = 0;
        while (plain.hasRemaining()) {
            long number = zigZag(plain);
            if (number < 0) {
                require(number >= -MOST_EMPTY, "a number of empty buckets");
                place -= number;
            } else if (number > 0) {
                require(RecordedBuckets.isWithin(place, 2 * LatencyDistribution.HIGHEST_MICROS), "a time");
                buckets.add((int) place++, number);
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

    /** The encoding that {@link #decode} reads, byte for byte as HdrHistogram writes it. */
    static byte[] encode(RecordedBuckets buckets) {
        byte[] payload = payload(buckets);
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
    private static byte[] payload(RecordedBuckets buckets) {
        var out = new ByteArrayOutputStream();
        int next = 0;
        for (int i = 0; i < buckets.size(); i++) {
            int empty = buckets.place(i) - next;
            if (empty > 0) {
                writeZigZag(empty == 1 ? 0 : -empty, out); // as HdrHistogram does: a single one as its count
            }
            writeZigZag(buckets.count(i), out);
            next = buckets.place(i) + 1;
        }
        if (buckets.size() == 0) {
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
}
