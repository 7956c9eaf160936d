package dev.ralbench;

import java.util.Optional;
import java.util.regex.Pattern;

/** Whole numbers in texts of others: kernels, servers, programs. */
public final class WholeNumber {
    /** So many digits always fit a long. */
    private static final Pattern WRITTEN = Pattern.compile("-?[0-9]{1,18}");

    private WholeNumber() {}

    /** The number; empty if the text is none, or one of more digits than any figure has. */
    public static Optional<Long> in(String text) {
        return WRITTEN.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** As {@link #in}, within the bounds of an int. */
    public static Optional<Integer> smallIn(String text) {
        return in(text).filter(number -> number == number.intValue()).map(Long::intValue);
    }
}
