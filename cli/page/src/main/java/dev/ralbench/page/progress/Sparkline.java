package dev.ralbench.page.progress;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Values over time as a row of small bars, from zero to the largest of them. */
final class Sparkline {
    /** The first one stands for zero alone: something, however little, stands out from nothing. */
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private static final String GAP = " ";

    private Sparkline() {}

    /**
     * Bars of equal width, the oldest first.
     *
     * @param values 0 and more; empty where there is none, which leaves a gap
     * @param each columns for each value
     */
    static String of(List<OptionalDouble> values, int each) {
        double most =
                values.stream().mapToDouble(value -> value.orElse(0)).max().orElse(0);
        return values.stream().map(value -> bar(value, most).repeat(each)).collect(Collectors.joining());
    }

    private static String bar(OptionalDouble value, double most) {
        if (value.isEmpty()) {
            return GAP;
        }
        int highest = BARS.length() - 1;
        int height = most > 0 ? (int) Math.ceil(value.getAsDouble() / most * highest) : 0;
        return BARS.substring(height, height + 1);
    }
}
