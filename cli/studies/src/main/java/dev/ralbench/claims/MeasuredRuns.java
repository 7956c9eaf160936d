package dev.ralbench.claims;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * Results that claims are held against: of each scenario the newest, because figures of several machines, or of several
 * versions of a target, are not to be mixed. Trials that failed or are invalid do not count.
 */
public final class MeasuredRuns {
    private final Map<String, RunResult> newest = new TreeMap<>();

    public MeasuredRuns(Collection<RunResult> runs) {
        var later = BinaryOperator.maxBy(
                Comparator.comparing((RunResult run) -> run.origin().startedAt()));
        runs.forEach(run -> newest.merge(run.scenario().name(), run, later));
    }

    /** The newest run of each scenario. */
    public List<RunResult> all() {
        return List.copyOf(newest.values());
    }

    /** The run of one scenario; empty if no result of that scenario was given. */
    Optional<RunResult> of(String scenario) {
        return Optional.ofNullable(newest.get(scenario));
    }

    /** The window that each trial measured at that place; empty if there is none. */
    List<WindowMeasurement> windows(FigurePlace place) {
        return trials(place)
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measurement -> Levels.find(measurement, place.level()).stream())
                .toList();
    }

    /** Why there is no figure: the first missing part, from result down to metric. */
    String whyNothing(FigurePlace place, String figure) {
        var run = of(place.scenario());
        if (run.isEmpty()) {
            return "no result of " + place.scenario() + " is given";
        }
        if (trials(place).findAny().isEmpty()) {
            return "run " + run.get().origin().runId() + " has no usable trial of " + place.variant();
        }
        return windows(place).isEmpty()
                ? "run " + run.get().origin().runId() + " has no level "
                        + place.level().name()
                : "run " + run.get().origin().runId() + " has no " + figure + " of " + place.inWords();
    }

    /** The trials whose figures a place has. */
    Stream<TrialResult> trials(FigurePlace place) {
        return of(place.scenario()).stream()
                .flatMap(run -> run.lastAttempts().stream())
                .filter(TrialResult::counts)
                .filter(trial -> trial.id().variant().equals(place.variant()));
    }
}
