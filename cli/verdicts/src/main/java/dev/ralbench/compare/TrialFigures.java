package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.metric.TrialMetrics;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The figures of one trial: one number for each metric at each level. Windows of a level are merged once, and a number
 * is worked out once, however often it is asked for: some take a walk through a whole distribution or series.
 */
final class TrialFigures {
    private final TrialResult trial;
    private final String runId;
    private final Measurement measurement;
    private final Map<Level, Windows> levels;
    private final Map<MetricLevel, OptionalDouble> known = new HashMap<>();
    private final Map<Level, Boolean> starved = new HashMap<>();

    private record MetricLevel(Metric metric, Level level) {}

    private record Windows(WindowMeasurement merged, List<WindowMeasurement> parts) {}

    private TrialFigures(TrialResult trial, String runId, Measurement measurement) {
        this.trial = trial;
        this.runId = runId;
        this.measurement = measurement;
        this.levels = levels(measurement);
    }

    /** @param trial one that was measured */
    static TrialFigures of(TrialResult trial, String runId) {
        return new TrialFigures(trial, runId, trial.measurement().orElseThrow());
    }

    /** The key of the block, the same for all trials that were measured together: run, block and attempt. */
    String block() {
        return runId + "/" + trial.id().block() + "/" + trial.id().attempt();
    }

    TrialResult trial() {
        return trial;
    }

    private static Map<Level, Windows> levels(Measurement measurement) {
        var levels = new LinkedHashMap<Level, Windows>();
        Levels.windows(measurement)
                .forEach((level, parts) -> levels.put(level, new Windows(Levels.merged(parts), parts)));
        return levels;
    }

    /** The levels that were measured, in the order in which they began. */
    List<Level> levels() {
        return List.copyOf(levels.keySet());
    }

    /** Such as {@code head, block 3}. */
    String name() {
        return trial.id().variant() + ", block " + trial.id().block();
    }

    /** Requests that a value at the level is made of. */
    long requests(Level level) {
        return window(level).map(window -> window.requests().ended()).orElse(0L);
    }

    /** Whether the target's compilers got too little of the CPUs at the level, or at any if it is the whole run. */
    boolean isStarved(Level level) {
        return starved.computeIfAbsent(
                level,
                asked -> windows(asked).stream().collect(Collectors.groupingBy(Levels::of)).values().stream()
                        .map(Levels::merged)
                        .anyMatch(window -> CompilerTime.of(window).isStarved()));
    }

    /**
     * The trial's number.
     *
     * @throws Failure if the file holds something that is no number
     */
    OptionalDouble value(Metric metric, Level level) {
        return known.computeIfAbsent(new MetricLevel(metric, level), key -> {
            var value = unchecked(metric, level);
            value.ifPresent(number -> check(metric, level, number));
            return value;
        });
    }

    private OptionalDouble unchecked(Metric metric, Level level) {
        if (metric == TrialMetrics.STARTUP) {
            return level.isWholeRun() ? startup() : OptionalDouble.empty();
        }
        if (metric == RequestMetrics.STALL_SECONDS) {
            return StalledSeconds.of(measurement.series(), windows(level));
        }
        return window(level).map(metric::of).orElseGet(OptionalDouble::empty);
    }

    /** The least value that could be told from 0; 0 if unknown. */
    double resolution(Metric metric, Level level) {
        return window(level).map(metric::resolution).orElse(0.0);
    }

    /**
     * The values of each turn at a level as ratios need them, in order; empty if there are no turns, or one of them has
     * no value.
     */
    List<Double> turnValues(Metric metric, Level level) {
        var windows = windows(level);
        var values = windows.stream()
                .flatMap(window -> metric.of(window).stream()
                        .map(value -> Math.max(value, metric.resolution(window)))
                        .boxed())
                .toList();
        boolean areTurns = windows.stream().allMatch(window -> window.kind() == WindowKind.TURN);
        return areTurns && values.size() == windows.size() ? values : List.of();
    }

    /** The windows that make up a level; for the whole run, the windows of all levels. */
    private List<WindowMeasurement> windows(Level level) {
        return level.isWholeRun()
                ? measurement.levels().toList()
                : Optional.ofNullable(levels.get(level)).map(Windows::parts).orElse(List.of());
    }

    private Optional<WindowMeasurement> window(Level level) {
        return level.isWholeRun()
                ? Optional.of(measurement.wholeRun())
                : Optional.ofNullable(levels.get(level)).map(Windows::merged);
    }

    private OptionalDouble startup() {
        var millis = trial.setup().target().flatMap(TrialSetup.TargetResult::startupMillis);
        return millis.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    private void check(Metric metric, Level level, double value) {
        if (!Double.isFinite(value)) {
            throw Failure.usage(
                    metric.key() + " at level " + level.name() + " of " + name() + " is " + value + " and no number",
                    "a count or a length in the result is not what ralbench wrote",
                    "Take the original file.");
        }
    }
}
