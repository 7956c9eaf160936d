package dev.ralbench.secret;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Values that responses gave to users of a load, such as tokens: millions of them, of which a text from elsewhere may
 * repeat any. They are not kept: a Bloom filter of their words tells whether a word may be one, in the same memory however
 * many there are. It never misses one. With ten million of them, one word in fifty is taken for one that is none.
 *
 * <p>A word is of letters and digits alone, because each format writes other signs in another way.
 */
final class RememberedValues {
    /** A shorter one is a word of any text, and too short for a secret. */
    private static final int SHORTEST = 6;

    private static final int BITS = 1 << 26;
    private static final int PROBES = 4;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Made with the first value: few loads have any. */
    private volatile Optional<AtomicLongArray> filter = Optional.empty();

    /** May be called from several threads at once. */
    void add(String value) {
        int at = 0;
        while (at < value.length()) {
            int end = endOfWord(value, at);
            if (end - at >= SHORTEST) {
                add(hash(value, at, end));
            }
            at = Math.max(end, at + 1);
        }
    }

    private void add(long hash) {
        var bits = filter.orElseGet(this::made);
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = bit(hash, probe);
            long mask = 1L << bit;
            if ((bits.get(bit >>> 6) & mask) == 0) {
                bits.getAndUpdate(bit >>> 6, word -> word | mask);
            }
        }
    }

    private synchronized AtomicLongArray made() {
        var bits = filter.orElseGet(() -> new AtomicLongArray(BITS / Long.SIZE));
        filter = Optional.of(bits);
        return bits;
    }

    /** Whether there is nothing to mask. */
    boolean isEmpty() {
        return filter.isEmpty();
    }

    /** The text with {@link SecretHeaders#REDACTED} in place of their words. */
    String masked(String text) {
        if (isEmpty()) {
            return text;
        }
        var masked = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = endOfWord(text, at);
            if (end == at) {
                masked.append(text.charAt(at++));
            } else {
                int from = remembered(text, at, end);
                masked.append(text, at, from).append(from < end ? SecretHeaders.REDACTED : "");
                at = end;
            }
        }
        return masked.toString();
    }

    /** Where in a word of the text a remembered one begins; its end if none does. An escape may stand before it. */
    private int remembered(String text, int from, int to) {
        char before = from == 0 ? ' ' : text.charAt(from - 1);
        int[] escapes = before == '%' ? new int[] {0, 2} : before == '\\' ? new int[] {0, 1, 5} : new int[] {0};
        for (int escape : escapes) {
            if (to - from - escape >= SHORTEST && contains(hash(text, from + escape, to))) {
                return from + escape;
            }
        }
        return to;
    }

    private boolean contains(long hash) {
        var bits = filter.orElseThrow();
        for (int probe = 0; probe < PROBES; probe++) {
            int bit = bit(hash, probe);
            if ((bits.get(bit >>> 6) & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int bit(long hash, int probe) {
        return (int) ((hash + probe * (hash >>> 32 | 1)) & (BITS - 1));
    }

    private static int endOfWord(String text, int from) {
        int end = from;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** In capitals or not. */
    private static long hash(String text, int from, int to) {
        long hash = FNV_OFFSET;
        for (int i = from; i < to; i++) {
            hash = (hash ^ Character.toLowerCase(text.charAt(i))) * FNV_PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
