package dev.ralbench.report.export;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.TrialMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup;
import dev.ralbench.result.VariantResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/**
 * A trial that has a measurement, with the place and the time of each of its windows.
 *
 * @param loadStart when its load began, to about the time that the look at its first responses took
 * @param counts whether tables have it: not if its block was measured again, or if others were completed and it was not
 */
record MeasuredTrial(RunResult run, TrialResult trial, Measurement measurement, Instant loadStart, boolean counts) {

    /**
     * A window with the name of its level.
     *
     * @param level as tables call it; warm-ups, which are none, {@code warm-up 64}
     * @param number of the window among those of the trial, from 1
     */
    record Place(String level, int number, WindowMeasurement window) {}

    /** The measured trials of a run, in the order in which they were measured. */
    static List<MeasuredTrial> of(RunResult run) {
        var counting = Collections.<TrialResult>newSetFromMap(new IdentityHashMap<>());
        run.variants()
                .forEach(variant ->
                        counting.addAll(VariantResult.of(run, variant).trials()));
        var starts = loadStarts(run);
        return run.trials().stream()
                .flatMap(trial -> trial.measurement().stream()
                        .map(measurement -> new MeasuredTrial(
                                run,
                                trial,
                                measurement,
                                Optional.ofNullable(starts.get(trial)).orElseThrow(),
                                counting.contains(trial))))
                .toList();
    }

    /**
     * When the load of each trial began. Stored are its distance from the command's start, and what came before it in each
     * trial: so the command cannot have started earlier than any trial says.
     */
    private static IdentityHashMap<TrialResult, Instant> loadStarts(RunResult run) {
        var asked = run.trials().stream()
                .flatMap(trial -> trial.setup().startUp().stream()
                        .map(times -> ready(trial, times).minus(nanos(times.sinceRunStartMillis()))))
                .max(Comparator.naturalOrder());
        var starts = new IdentityHashMap<TrialResult, Instant>();
        var together = new HashMap<List<Integer>, Instant>();
        for (var trial : run.trials()) {
            var start = trial.setup()
                    .startUp()
                    .map(times -> asked.orElseThrow().plus(nanos(times.sinceRunStartMillis())))
                    .orElse(trial.id().startedAt());
            starts.put(trial, start);
            together.merge(block(trial), start, (one, other) -> one.isAfter(other) ? one : other);
        }
        if (run.layout().design().turns().isPresent()) {
            // Variants that take turns begin together, once the last of them is ready.
            starts.replaceAll((trial, start) -> together.getOrDefault(block(trial), start));
        }
        return starts;
    }

    private static List<Integer> block(TrialResult trial) {
        return List.of(trial.id().block(), trial.id().attempt());
    }

    private static Instant ready(TrialResult trial, TrialSetup.StartUp times) {
        return trial.id().startedAt().plus(nanos(times.serversMillis() + times.targetMillis() + times.attachMillis()));
    }

    private static Duration nanos(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    String variant() {
        return trial.id().variant();
    }

    Instant start(WindowMeasurement window) {
        return loadStart.plus(nanos(window.span().startSeconds() * 1e3));
    }

    /** Every window in the order of the load, warm-ups and ramps included. */
    List<Place> windows() {
        var levels = new IdentityHashMap<WindowMeasurement, Level>();
        Levels.windows(measurement).forEach((level, windows) -> windows.forEach(window -> levels.put(window, level)));
        var places = new ArrayList<Place>();
        for (var window : measurement.windows()) {
            var level = Optional.ofNullable(levels.get(window)).orElseGet(() -> Levels.of(window));
            var prefix = window.kind() == WindowKind.WARM_UP ? "warm-up " : "";
            places.add(new Place(prefix + level.name(), places.size() + 1, window));
        }
        return places;
    }

    /** Its levels, each with all of its windows together. */
    SequencedMap<Level, WindowMeasurement> levels() {
        return Levels.merged(measurement);
    }

    /** The names of its requests and journeys; none if it has one request alone. */
    List<String> names() {
        return measurement.wholeRun().named().stream().map(NamedRequests::name).toList();
    }

    /** The value of a metric at one of its levels, or in the whole trial; empty if it has none. */
    OptionalDouble value(Metric metric, Level level, WindowMeasurement window) {
        return level.isWholeRun() && metric.equals(TrialMetrics.STARTUP) ? startup() : metric.of(window);
    }

    private OptionalDouble startup() {
        return trial.setup().target().flatMap(TrialSetup.TargetResult::startupMillis).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    /** The labels of its variant in the run, such as {@code revision}. */
    static Map<String, String> labels(RunResult run, String variant) {
        var labels = new LinkedHashMap<String, String>();
        if (run.scenario().variant(variant).get("labels") instanceof Map<?, ?> written) {
            written.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
        }
        return labels;
    }

    /** Such as {@code pr=7; revision=abc}; empty without labels. */
    static String labelled(RunResult run, String variant) {
        return String.join(
                "; ",
                labels(run, variant).entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .toList());
    }
}
