package dev.ralbench.benchmark;

import java.util.List;

/**
 * A goal and its measurement.
 *
 * @param unit behind the numbers; empty for ratios
 */
record Budget(String what, Direction direction, double goal, RoundSpread measured, String unit, int digits) {
    enum Direction {
        AT_MOST("at most"),
        AT_LEAST("at least");

        private final String words;

        Direction(String words) {
            this.words = words;
        }
    }

    static Budget atMost(String what, double goal, RoundSpread measured, String unit, int digits) {
        return new Budget(what, Direction.AT_MOST, goal, measured, unit, digits);
    }

    static Budget ratioAtMost(String what, double goal, RoundSpread measured) {
        return atMost(what, goal, measured, "", 2);
    }

    static Budget ratioAtLeast(String what, double goal, RoundSpread measured) {
        return new Budget(what, Direction.AT_LEAST, goal, measured, "", 2);
    }

    /** By its median. */
    boolean isMet() {
        return switch (direction) {
            case AT_MOST -> measured.median() <= goal;
            case AT_LEAST -> measured.median() >= goal;
        };
    }

    List<String> row() {
        return List.of(
                what,
                direction.words + " " + plain(goal) + unit,
                measured.text(digits) + unit,
                isMet() ? "met" : "NOT MET");
    }

    /** What, goal and whether it is met: {@code wall at most 0.3 s: met}; without the measured figure. */
    String sentence() {
        return what + ", " + direction.words + " " + plain(goal) + unit + ": " + (isMet() ? "met" : "**NOT MET**");
    }

    private static String plain(double number) {
        return number == Math.rint(number)
                ? String.valueOf(Math.round(number))
                : String.valueOf(Math.round(number * 1000) / 1000.0);
    }
}
