package dev.ralbench.measurement;

import dev.ralbench.load.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The levels of one trial as tables show and compare them. Windows that the scenario gives the same label are one level,
 * wherever they stand, if they are of the same kind and number of users; so are turns of the same number of users. Any
 * other window without a label is a level of its own.
 */
public final class Levels {
    private static final Pattern RATE = Pattern.compile("(ramp to )?[0-9.]+/s\\b");

    private static final String RAMP = "ramp to ";

    private Levels() {}

    private record Name(
            WindowMeasurement.Kind kind, int users, Optional<OpenRates> rates, Optional<String> label, int position) {}

    private record OpenRates(double from, double to) {}

    /** In the order in which they begin; turns by their users, because their order is of no interest. */
    public static List<WindowMeasurement> of(Measurement measurement) {
        return parts(measurement).stream()
                .flatMap(windows -> windows.stream().reduce(WindowMeasurement::plus).stream())
                .toList();
    }

    /** The same with the windows of each level apart. */
    public static List<List<WindowMeasurement>> parts(Measurement measurement) {
        var levels = new LinkedHashMap<Name, List<WindowMeasurement>>();
        for (var window : measurement.levels().toList()) {
            boolean isShared = window.label().isPresent() || window.kind() == WindowMeasurement.Kind.TURN;
            int position = isShared ? 0 : levels.size() + 1;
            var rates = window.open().map(open -> new OpenRates(open.rateFrom(), open.rateTo()));
            var name = new Name(window.kind(), window.usersTo(), rates, window.label(), position);
            levels.computeIfAbsent(name, absent -> new ArrayList<>()).add(window);
        }
        return levels.values().stream()
                .sorted(Comparator.comparingInt(Levels::usersOfTurns))
                .map(List::copyOf)
                .toList();
    }

    private static int usersOfTurns(List<WindowMeasurement> windows) {
        var first = windows.getFirst();
        return first.kind() == WindowMeasurement.Kind.TURN ? first.usersTo() : 0;
    }

    /** Such as {@code 10}, {@code 10 warm}, {@code 500/s}, {@code ramp to 64}; with a number where a plan comes back to the same name. */
    public static String name(List<WindowMeasurement> levels, int index) {
        var name = name(levels.get(index));
        long before = levels.subList(0, index).stream()
                .filter(level -> name(level).equals(name))
                .count();
        return before == 0 ? name : name + " #" + (before + 1);
    }

    /**
     * The same of a level by itself: its users or, of an open one, the rate, and its label. A ramp, which is a level where
     * a load has nothing else, is named by where it leads to.
     */
    public static String name(WindowMeasurement level) {
        var load = level.open().map(open -> perSecond(open.rateTo())).orElseGet(() -> "" + level.usersTo());
        return ramp(level) + load + level.label().map(label -> " " + label).orElse("");
    }

    private static String ramp(WindowMeasurement level) {
        return level.kind() == WindowMeasurement.Kind.RAMP ? RAMP : "";
    }

    /** Such as {@code 500/s}, {@code 0.5/s}. */
    public static String perSecond(double rate) {
        return Segment.perSecond(rate);
    }

    /** Whether it is the name of a ramp. */
    public static boolean isRamp(String name) {
        return name.startsWith(RAMP);
    }

    /** Whether a level with that name is an open one. */
    public static boolean isRate(String name) {
        return RATE.matcher(name).lookingAt();
    }

    /** {@code 16, 64 users}, {@code 64 users, 500 requests/s}; each once. */
    public static String inWords(List<WindowMeasurement> levels) {
        var words =
                new ArrayList<>(levels.stream().map(Levels::inWords).distinct().toList());
        for (int i = 0; i + 1 < words.size(); i++) {
            var unit = words.get(i).substring(words.get(i).indexOf(' '));
            if (words.get(i + 1).endsWith(unit)) {
                words.set(i, words.get(i).substring(0, words.get(i).length() - unit.length()));
            }
        }
        return String.join(", ", words);
    }

    /** {@code 64 users}, {@code 500 requests/s}, {@code ramp to 64 users}. */
    public static String inWords(WindowMeasurement level) {
        return ramp(level)
                + level.open()
                        .map(open -> perSecond(open.rateTo()).replace("/", " requests/"))
                        .orElseGet(() -> level.usersTo() + (level.usersTo() == 1 ? " user" : " users"));
    }
}
