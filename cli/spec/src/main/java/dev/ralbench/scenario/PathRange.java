package dev.ralbench.scenario;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A range of numbers in a path, {@code ${000..299}}: each user has one of them in its place, so that requests differ without
 * differing between variants.
 */
final class PathRange {
    private static final Pattern RANGE = Pattern.compile("\\$\\{([0-9]+)\\.\\.([0-9]+)}");

    /** Each is a request that is encoded before the load. */
    private static final int MOST = 10_000;

    /** Digits that always fit an int. */
    private static final int MOST_DIGITS = 9;

    private PathRange() {}

    static boolean isIn(String text) {
        return RANGE.matcher(text).find();
    }

    /** The flaw of a path's range; empty if it has no range or no flaw. */
    static Optional<String> flaw(String path) {
        var ranges = RANGE.matcher(path).results().toList();
        if (ranges.isEmpty()) {
            return Optional.empty();
        }
        var range = ranges.getFirst();
        if (ranges.size() > 1) {
            return Optional.of("holds more than one range; a user has one number");
        }
        if (range.group(1).length() > MOST_DIGITS || range.group(2).length() > MOST_DIGITS) {
            return Optional.of("numbers of a range have " + MOST_DIGITS + " digits at most, got " + range.group());
        }
        int from = Integer.parseInt(range.group(1));
        int to = Integer.parseInt(range.group(2));
        if (from > to || to - from >= MOST) {
            return Optional.of(
                    "a range begins with its least number and has at most " + MOST + ", got " + range.group());
        }
        boolean isNested = isIn(RANGE.matcher(path).replaceFirst(range.group(1)));
        return isNested ? Optional.of("a range must not hold another one, got " + path) : Optional.empty();
    }

    /** The paths that a path stands for, in order; itself if it holds no range. Numbers are as wide as the first. */
    static List<String> paths(String path) {
        var found = RANGE.matcher(path);
        if (!found.find()) {
            return List.of(path);
        }
        var form = "%0" + found.group(1).length() + "d";
        return IntStream.rangeClosed(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)))
                .mapToObj(number -> RANGE.matcher(path).replaceFirst(String.format(Locale.ROOT, form, number)))
                .toList();
    }
}
