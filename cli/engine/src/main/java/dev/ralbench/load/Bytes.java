package dev.ralbench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text in UTF-8 that grows at its end, and is used again for the next one: nothing is allocated once it is long enough. */
public final class Bytes {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] array = new byte[256];
    private int length;

    public void clear() {
        length = 0;
    }

    public int length() {
        return length;
    }

    /** The array itself, of which the first {@link #length} bytes are in use; the next addition may replace it. */
    public byte[] array() {
        return array;
    }

    public void add(byte[] bytes) {
        add(bytes, 0, bytes.length);
    }

    /** Adds so many bytes from a place on. */
    public void add(byte[] bytes, int from, int count) {
        reserve(count);
        System.arraycopy(bytes, from, array, length, count);
        length += count;
    }

    public void add(Bytes other) {
        add(other.array, 0, other.length);
    }

    public void add(String text) {
        add(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds a number.
     *
     * @param number not negative
     * @param width the fewest digits: zeros are put in front
     */
    public void add(long number, int width) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int all = Math.max(digits, width);
        reserve(all);
        long rest = number;
        for (int at = length + all - 1; at >= length; at--) {
            array[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += all;
    }

    /** Adds the lowest so many hexadecimal digits. */
    void addHex(long bits, int digits) {
        reserve(digits);
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            array[length++] = HEX[(int) (bits >>> shift) & 0xf];
        }
    }

    private void reserve(int more) {
        if (array.length - length < more) {
            array = Arrays.copyOf(array, Math.max(array.length * 2, length + more));
        }
    }

    /** A copy. */
    public byte[] copy() {
        return Arrays.copyOf(array, length);
    }

    @Override
    public String toString() {
        return new String(array, 0, length, StandardCharsets.UTF_8);
    }
}
