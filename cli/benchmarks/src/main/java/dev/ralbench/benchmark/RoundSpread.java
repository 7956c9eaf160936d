package dev.ralbench.benchmark;

import dev.ralbench.statistics.Median;
import java.util.Arrays;
import java.util.Locale;

/** The median of some rounds, and how far they lie apart. */
record RoundSpread(double median, double least, double most) {
    static RoundSpread of(double... values) {
        return new RoundSpread(
                Median.of(values),
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow());
    }

    /** With so many digits behind the point, such as {@code 0.93 (0.91 to 0.97)}. */
    String text(int digits) {
        return least == most
                ? number(median, digits)
                : number(median, digits) + " (" + number(least, digits) + " to " + number(most, digits) + ")";
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
