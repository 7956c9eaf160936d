package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
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
    private final Map<Level, AtLevel> levels;
    private final AtLevel wholeRun;
    private final AtLevel none = new AtLevel(Optional.empty(), List.of());
    /** Tables are made level by level, of a million numbers: the level is looked up once, not for each of them. */
    private Level lastAsked = Level.WHOLE_RUN;

    private AtLevel last;

    /** @param merged all of the windows together; empty if the level was not measured */
    private record AtLevel(
            Optional<WindowMeasurement> merged,
            List<WindowMeasurement> windows,
            Map<Metric, OptionalDouble> known,
            long requests) {
        AtLevel(Optional<WindowMeasurement> merged, List<WindowMeasurement> windows) {
            this(
                    merged,
                    windows,
                    new HashMap<>(),
                    merged.map(window -> window.requests().ended()).orElse(0L));
        }
    }

    private TrialFigures(TrialResult trial, String runId, Measurement measurement) {
        this.trial = trial;
        this.runId = runId;
        this.measurement = measurement;
        this.levels = levels(measurement);
        this.wholeRun = new AtLevel(
                Optional.of(measurement.wholeRun()), measurement.levels().toList());
        this.last = wholeRun;
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

    private static Map<Level, AtLevel> levels(Measurement measurement) {
        var levels = new LinkedHashMap<Level, AtLevel>();
        Levels.windows(measurement)
                .forEach((level, parts) -> levels.put(level, new AtLevel(Optional.of(Levels.merged(parts)), parts)));
        return levels;
    }

    private AtLevel at(Level level) {
        if (!level.equals(lastAsked)) {
            last = level.isWholeRun() ? wholeRun : levels.getOrDefault(level, none);
            lastAsked = level;
        }
        return last;
    }

    /** The levels that were measured, in the order in which they began. */
    List<Level> levels() {
        return List.copyOf(levels.keySet());
    }

    /** Such as {@code head, block 3}. */
    String name() {
        return trial.id().variant() + ", block " + trial.id().block();
    }

    /** Requests that a value at the level is made of: all, or those of the metric's name. */
    long requests(Metric metric, Level level) {
        var there = at(level);
        return metric.name()
                .map(name -> there.merged()
                        .flatMap(window -> window.of(name))
                        .map(window -> window.requests().ended())
                        .orElse(0L))
                .orElse(there.requests());
    }

    /** The names of its requests and journeys, in their order; none if it has one request alone. */
    List<String> names() {
        return measurement.wholeRun().named().stream().map(NamedRequests::name).toList();
    }

    /** Whether the target's compilers got too little of the CPUs at the level, or at any if it is the whole run. */
    boolean isStarved(Level level) {
        return at(level).windows().stream().collect(Collectors.groupingBy(Levels::of)).values().stream()
                .map(Levels::merged)
                .anyMatch(window -> CompilerTime.of(window).isStarved());
    }

    /**
     * The trial's number.
     *
     * @throws Failure if the file holds something that is no number
     */
    OptionalDouble value(Metric metric, Level level) {
        return at(level).known().computeIfAbsent(metric, key -> {
            var value = unchecked(metric, level);
            value.ifPresent(number -> check(metric, level, number));
            return value;
        });
    }

    private OptionalDouble unchecked(Metric metric, Level level) {
        if (metric.equals(TrialMetrics.STARTUP)) {
            return level.isWholeRun() ? startup() : OptionalDouble.empty();
        }
        if (metric.equals(RequestMetrics.STALL_SECONDS)) {
            return StalledSeconds.of(measurement.series(), at(level).windows());
        }
        return at(level).merged().map(metric::of).orElseGet(OptionalDouble::empty);
    }

    /** The least value that could be told from 0; 0 if unknown. */
    double resolution(Metric metric, Level level) {
        return at(level).merged().map(metric::resolution).orElse(0.0);
    }

    /**
     * The values of each turn at a level as ratios need them, in order; empty if there are no turns, or one of them has
     * no value.
     */
    List<Double> turnValues(Metric metric, Level level) {
        var windows = at(level).windows();
        var values = windows.stream()
                .flatMap(window -> metric.of(window).stream()
                        .map(value -> Math.max(value, metric.resolution(window)))
                        .boxed())
                .toList();
        boolean areTurns = windows.stream().allMatch(window -> window.kind() == WindowKind.TURN);
        return areTurns && values.size() == windows.size() ? values : List.of();
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
