package dev.ralbench.measurement;

import dev.ralbench.load.Level;
import dev.ralbench.load.LevelGroups;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The levels of one trial. Windows that the scenario gives the same label are one level, wherever they stand, if they are
 * of the same kind and number of users; so are turns of the same number of users. Any other window is a level of its own.
 */
public final class Levels {
    private Levels() {}

    private record Rates(double from, double to) {}

    /** The levels in the order in which they begin, with merged windows. Turns are in order of users. */
    public static SequencedMap<Level, WindowMeasurement> merged(Measurement measurement) {
        var merged = new LinkedHashMap<Level, WindowMeasurement>();
        windows(measurement).forEach((level, windows) -> merged.put(level, merged(windows)));
        return merged;
    }

    /** One level of them, or the whole run; empty if there is none of that name. */
    public static Optional<WindowMeasurement> find(Measurement measurement, Level level) {
        return level.isWholeRun()
                ? Optional.of(measurement.wholeRun())
                : Optional.ofNullable(windows(measurement).get(level)).map(Levels::merged);
    }

    /** The windows of one level together, at least one. */
    public static WindowMeasurement merged(List<WindowMeasurement> windows) {
        return windows.stream().reduce(WindowMeasurement::plus).orElseThrow();
    }

    /** The levels as in {@link #merged(Measurement)}, but with the windows of each kept apart. */
    public static SequencedMap<Level, List<WindowMeasurement>> windows(Measurement measurement) {
        var windows = measurement
                .levels()
                .sorted(Comparator.comparingInt(window -> isTurn(window) ? window.usersTo() : 0))
                .toList();
        return LevelGroups.of(windows, Levels::member);
    }

    private static LevelGroups.Member member(WindowMeasurement window) {
        return new LevelGroups.Member(
                of(window),
                isTurn(window) || window.label().isPresent(),
                List.of(
                        window.kind(),
                        window.usersTo(),
                        window.open().map(open -> new Rates(open.rateFrom(), open.rateTo()))));
    }

    private static boolean isTurn(WindowMeasurement window) {
        return window.kind() == WindowKind.TURN;
    }

    /** The level of a window by itself. A ramp, which is a level if a load has nothing else, has the size that it leads to. */
    public static Level of(WindowMeasurement window) {
        boolean isRamp = window.kind() == WindowKind.RAMP;
        return window.open()
                .map(open -> Level.ofRate(open.rateTo(), isRamp, window.label()))
                .orElseGet(() -> Level.ofUsers(window.usersTo(), isRamp, window.label()));
    }

    /** {@code 16, 64 users}; each once. */
    public static String inWords(List<WindowMeasurement> windows) {
        return Level.inWords(windows.stream().map(Levels::of).toList());
    }
}
