package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The levels of one trial as tables show and compare them. Windows that the scenario gives the same label are one level,
 * wherever they stand, if they are of the same kind and number of users; so are turns of the same number of users. Any
 * other window without a label is a level of its own.
 */
public final class Levels {
    private Levels() {}

    private record Name(WindowMeasurement.Kind kind, int users, Optional<String> label, int position) {}

    /** In the order in which they begin. */
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
            var name = new Name(window.kind(), window.usersTo(), window.label(), position);
            levels.computeIfAbsent(name, absent -> new ArrayList<>()).add(window);
        }
        return List.copyOf(levels.values());
    }

    /** Such as {@code 10}, {@code 10 warm}; with a number where a plan comes back to the same name. */
    public static String name(List<WindowMeasurement> levels, int index) {
        var name = name(levels.get(index));
        long before = levels.subList(0, index).stream()
                .filter(level -> name(level).equals(name))
                .count();
        return before == 0 ? name : name + " #" + (before + 1);
    }

    private static String name(WindowMeasurement level) {
        return level.usersTo() + level.label().map(label -> " " + label).orElse("");
    }
}
