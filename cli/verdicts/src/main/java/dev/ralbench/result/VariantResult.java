package dev.ralbench.result;

import dev.ralbench.Failure;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run measured of one variant.
 *
 * @param trials that count: of blocks that were measured again those of the last attempt; incomplete ones only if none
 *     is complete; empty if nothing of it was measured, {@link RunResult#trials} say why
 */
public record VariantResult(String name, List<TrialResult> trials) {
    public VariantResult {
        trials = List.copyOf(trials);
    }

    /** What a run measured of a variant; no trials if that is nothing. */
    public static VariantResult of(RunResult run, String name) {
        var measured = run.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(name))
                .filter(trial -> trial.measurement().isPresent())
                .toList();
        var complete = measured.stream()
                .filter(trial -> trial.status() == TrialResult.Status.COMPLETE)
                .toList();
        return new VariantResult(name, complete.isEmpty() ? measured : complete);
    }

    /** What each trial measured. */
    public Stream<Measurement> measurements() {
        return trials.stream().flatMap(trial -> trial.measurement().stream());
    }

    /** A level, trial by trial; empty if no trial had it. */
    public List<WindowMeasurement> windows(Level level) {
        return measurements()
                .flatMap(found -> Levels.find(found, level).stream())
                .toList();
    }

    /** The levels that were measured, in their order. */
    public List<Level> levels() {
        return measurements()
                .flatMap(found -> Levels.windows(found).keySet().stream())
                .distinct()
                .toList();
    }

    /** {@link #level(Level)} of so many users. */
    public VariantFigures level(int users) {
        return level(Level.ofUsers(users));
    }

    /**
     * The figures at a level, over all trials.
     *
     * @throws Failure if there is no such level
     */
    public VariantFigures level(Level level) {
        var windows = windows(level);
        if (windows.isEmpty()) {
            throw Failure.usage(
                    name + " was not measured at level " + level.name(),
                    levels().isEmpty()
                            ? "nothing of it was measured"
                            : "its levels: "
                                    + levels().stream().map(Level::name).collect(Collectors.joining(", ")),
                    "ask for one of them");
        }
        return new VariantFigures(windows);
    }

    /** The figures of the whole run. */
    public VariantFigures wholeRun() {
        return new VariantFigures(measurements().map(Measurement::wholeRun).toList());
    }
}
