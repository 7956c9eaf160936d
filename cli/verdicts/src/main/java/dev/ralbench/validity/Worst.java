package dev.ralbench.validity;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The largest value of something that is known of windows, and where it was found. Looked for in levels, and in all of the
 * load, because levels may be too short to tell. Pure.
 *
 * @param where such as {@code at 64 users}, {@code at 10 users (warm)}, {@code in the whole load}
 */
record Worst(double value, WindowMeasurement window, String where) {
    /**
     * The share of a level's time that windows above the limit must exceed to matter; otherwise the other windows
     * outweigh them.
     */
    private static final double FEW = 0.1;

    /** The largest value in any level or in the whole load. */
    static Optional<Worst> of(Measurement measurement, Function<WindowMeasurement, Optional<Double>> value) {
        return most(Stream.concat(
                measurement.levels().flatMap(window -> found(window, value).stream()), whole(measurement, value)));
    }

    /**
     * The largest value above the limit in windows that matter. A level that was measured in several windows is left
     * out if only a few of them are above the limit, because its figures come from the others.
     */
    static Optional<Worst> thatMatters(
            Measurement measurement, double most, Function<WindowMeasurement, Optional<Double>> value) {
        var ofLevels = Levels.windows(measurement).values().stream().flatMap(windows -> above(windows, most, value));
        return most(Stream.concat(ofLevels, whole(measurement, value).filter(found -> found.value() > most)));
    }

    private static Stream<Worst> above(
            List<WindowMeasurement> windows, double most, Function<WindowMeasurement, Optional<Double>> value) {
        var found = windows.stream()
                .flatMap(window -> found(window, value).stream())
                .filter(worst -> worst.value() > most)
                .toList();
        double seconds = seconds(found.stream().map(Worst::window));
        return seconds > FEW * seconds(windows.stream()) ? found.stream() : Stream.empty();
    }

    private static double seconds(Stream<WindowMeasurement> windows) {
        return windows.mapToDouble(WindowMeasurement::lengthSeconds).sum();
    }

    private static Stream<Worst> whole(Measurement measurement, Function<WindowMeasurement, Optional<Double>> value) {
        var window = measurement.wholeRun();
        return value.apply(window).map(found -> new Worst(found, window, "in the whole load")).stream();
    }

    private static Optional<Worst> found(
            WindowMeasurement window, Function<WindowMeasurement, Optional<Double>> value) {
        return value.apply(window).map(found -> new Worst(found, window, where(window)));
    }

    private static String where(WindowMeasurement window) {
        return "at " + Levels.of(window).inWords()
                + window.label().map(label -> " (" + label + ")").orElse("");
    }

    private static Optional<Worst> most(Stream<Worst> all) {
        return all.max(Comparator.comparingDouble(Worst::value));
    }
}
