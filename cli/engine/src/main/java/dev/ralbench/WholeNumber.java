package dev.ralbench;

import java.util.Optional;

/** Whole numbers in texts of others: kernels, servers, programs. */
public final class WholeNumber {
    /** So many digits always fit a long. */
    private static final int MOST_DIGITS = 18;

    private WholeNumber() {}

    /** The number; empty if the text is none, or one of more digits than any figure has. */
    public static Optional<Long> in(String text) {
        return isIn(text, 0, text.length()) ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** Whether {@link #in} finds one in a part of a text, which {@link Long#parseLong(CharSequence, int, int, int)} reads. */
    public static boolean isIn(String text, int from, int to) {
        int first = from < to && text.charAt(from) == '-' ? from + 1 : from;
        boolean isWritten = first < to && to - first <= MOST_DIGITS;
        for (int i = first; isWritten && i < to; i++) {
            isWritten = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return isWritten;
    }

    /** As {@link #in}, within the bounds of an int. */
    public static Optional<Integer> smallIn(String text) {
        return in(text).filter(number -> number == number.intValue()).map(Long::intValue);
    }
}
