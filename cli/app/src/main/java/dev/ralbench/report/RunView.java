package dev.ralbench.report;

import dev.ralbench.Printable;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.VariantFigures;
import dev.ralbench.result.VariantResult;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A run as its table shows it: by variant and level instead of by trial. Incomplete trials count only for variants
 * without complete ones. Tables and notes ask for the same figures again and again, so each is worked out once. Used by one
 * thread.
 */
final class RunView {
    private final RunResult run;
    private final List<String> variants;
    private final List<TrialResult> counting;
    private final int blocks;
    private final Map<String, VariantResult> ofVariants = new HashMap<>();
    private final IdentityHashMap<Measurement, SequencedMap<Level, List<WindowMeasurement>>> ofTrials =
            new IdentityHashMap<>();
    private final Map<Row, List<WindowMeasurement>> ofRows = new HashMap<>();
    private final Map<Row, VariantFigures> figures = new HashMap<>();
    private final Map<String, Optional<WindowMeasurement>> wholeRuns = new HashMap<>();
    private Optional<SequencedMap<Level, List<WindowMeasurement>>> longest = Optional.empty();
    private Optional<BlockRatios> ratios = Optional.empty();
    private Optional<RunBottlenecks> bottlenecks = Optional.empty();

    private record Row(String variant, Level level) {}

    /** What figures are kept by. */
    record Named(String name, boolean isJourney) {
        /** As tables call it. */
        String title() {
            return isJourney ? name + " (journey)" : name;
        }
    }

    RunView(RunResult run) {
        this.run = run;
        this.variants = run.variants();
        this.counting = run.lastAttempts();
        this.blocks = blocks(run);
    }

    RunResult run() {
        return run;
    }

    /** The variants in the order of the scenario file; the others are compared with the first one. */
    List<String> variants() {
        return variants;
    }

    /** Goodput of variants over that of the first one. */
    BlockRatios ratios() {
        ratios = ratios.or(() -> Optional.of(BlockRatios.of(this)));
        return ratios.orElseThrow();
    }

    RunBottlenecks bottlenecks() {
        bottlenecks = bottlenecks.or(() -> Optional.of(new RunBottlenecks(this)));
        return bottlenecks.orElseThrow();
    }

    /** Whether it is one variant that was seen from outside only, as most targets that are given by a URL are. */
    boolean isOneFromOutside() {
        return variants().size() == 1
                && isWithoutInside()
                && counting().stream().allMatch(trial -> trial.setup().servers().isEmpty());
    }

    /** Why requests to a variant fail, if it is meant to show failures. */
    Optional<String> expectedFailures(String variant) {
        return run.scenario().ofVariant(variant, "expectFailures");
    }

    /** The name in tables, marked if the figures come from incomplete trials. */
    String label(String variant) {
        return run.scenario().title(variant) + (isPartial(variant) ? " *" : "");
    }

    /** The resource limits of a variant's target, in words; empty if it was not limited. */
    Optional<String> limits(String variant) {
        return counting().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.setup().target().stream())
                .flatMap(target -> Optional.ofNullable(target.subject().get("limits")).stream())
                .findFirst();
    }

    /** Whether a variant's figures come from trials that did not complete, or whose load was aborted. */
    boolean isPartial(String variant) {
        return trials(variant).stream()
                .anyMatch(trial -> trial.status() != TrialResult.Status.COMPLETE || isAborted(trial));
    }

    /** Why loads ended before their plan did, at a failure that the scenario lets them end at: with the trial's name. */
    List<String> aborted() {
        return counting().stream()
                .filter(RunView::isAborted)
                .flatMap(trial -> trial.measurement().stream()
                        .map(found -> name(trial) + ": " + Printable.line(found.stoppedEarly())))
                .toList();
    }

    private static boolean isAborted(TrialResult trial) {
        return trial.status() == TrialResult.Status.COMPLETE
                && trial.measurement()
                        .filter(found -> !found.stoppedEarly().isEmpty())
                        .isPresent();
    }

    /** A trial's name in notes. */
    String name(TrialResult trial) {
        return blocks() > 1
                ? trial.id().variant() + ", trial " + trial.id().block()
                : trial.id().variant();
    }

    /** The trials that a variant is judged by. */
    List<TrialResult> trials(String variant) {
        return ofVariant(variant).trials();
    }

    /** The trials that count: the last attempt of each block. */
    List<TrialResult> counting() {
        return counting;
    }

    private VariantResult ofVariant(String variant) {
        return ofVariants.computeIfAbsent(variant, name -> VariantResult.of(run, name));
    }

    Stream<Measurement> measurements(String variant) {
        return ofVariant(variant).measurements();
    }

    /** The trial with the most levels, which shows the plan; empty while nothing was measured. */
    private SequencedMap<Level, List<WindowMeasurement>> longest() {
        longest = longest.or(() -> Optional.of(counting().stream()
                .flatMap(trial -> trial.measurement().stream())
                .map(this::levels)
                .reduce(new LinkedHashMap<>(), (a, b) -> b.size() > a.size() ? b : a)));
        return longest.orElseThrow();
    }

    /** The windows of a trial, level by level. */
    SequencedMap<Level, List<WindowMeasurement>> levels(Measurement trial) {
        return ofTrials.computeIfAbsent(trial, Levels::windows);
    }

    /** The levels of the trial that has the most of them. */
    List<Level> levels() {
        return List.copyOf(longest().keySet());
    }

    /** The measured levels of that trial, each with all of its windows merged. */
    List<WindowMeasurement> measuredLevels() {
        return longest().values().stream().map(Levels::merged).toList();
    }

    /** Whether the target was warmed up by requests that are in no figure. */
    boolean hasWarmUp() {
        return counting().stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measurement -> measurement.windows().stream())
                .anyMatch(window -> window.kind() == WindowKind.WARM_UP);
    }

    /** The names that requests and journeys have, in their order; none if there is one request alone. */
    List<Named> named() {
        return counting().stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measurement -> measurement.wholeRun().named().stream())
                .map(requests -> new Named(requests.name(), requests.kind() == NamedRequests.Kind.JOURNEY))
                .distinct()
                .toList();
    }

    /** Whether requests arrived at a rate at any level. */
    boolean isOpen() {
        return levels().stream().anyMatch(Level::isRate);
    }

    /** A variant at one level, trial by trial. */
    List<WindowMeasurement> windows(String variant, Level level) {
        return ofRows.computeIfAbsent(
                new Row(variant, level),
                row -> measurements(variant)
                        .flatMap(trial -> window(trial, level).stream())
                        .toList());
    }

    /** One level of a trial, or the whole of it; empty if it did not get that far. */
    Optional<WindowMeasurement> window(Measurement trial, Level level) {
        return level.isWholeRun()
                ? Optional.of(trial.wholeRun())
                : Optional.ofNullable(levels(trial).get(level)).map(Levels::merged);
    }

    /** A variant at one level, over all of its trials. */
    VariantFigures figures(String variant, Level level) {
        return figures.computeIfAbsent(new Row(variant, level), row -> new VariantFigures(windows(variant, level)));
    }

    /** Every variant at every level, trial by trial. */
    Stream<WindowMeasurement> everyWindow() {
        return levels().stream()
                .flatMap(level -> variants().stream().flatMap(variant -> windows(variant, level).stream()));
    }

    /** Whether there is no figure from inside any target: then the table has no columns for them. */
    boolean isWithoutInside() {
        return everyWindow().findAny().isPresent()
                && everyWindow().allMatch(window -> window.views().inside().isEmpty());
    }

    /** Whether predictions are about the last level and not the whole run, whose user-seconds are not planned. */
    boolean predictsLastLevel() {
        return run.expected().predictions().values().stream()
                .anyMatch(prediction -> prediction.busySeconds().isEmpty());
    }

    /** The predicted window of a trial; empty if it did not get that far. */
    Optional<WindowMeasurement> predicted(Measurement measurement) {
        return predictsLastLevel() ? window(measurement, levels().getLast()) : Optional.of(measurement.wholeRun());
    }

    Optional<WindowMeasurement> wholeRun(String variant) {
        return wholeRuns.computeIfAbsent(
                variant, name -> measurements(name).map(Measurement::wholeRun).reduce(WindowMeasurement::plus));
    }

    /** Trials per variant: the planned number or, if the run ended by its own rule, the actual one. */
    int blocks() {
        return blocks;
    }

    private static int blocks(RunResult run) {
        int measured = (int) run.trials().stream()
                .map(trial -> trial.id().block())
                .distinct()
                .count();
        boolean hasEnded = run.status() == RunResult.Status.COMPLETE || run.status() == RunResult.Status.INCOMPLETE;
        return hasEnded && measured > 0
                ? measured
                : run.layout().design().looks().getLast();
    }

    /** Variants that were to be measured but of which nothing is there yet. */
    Set<String> missing() {
        var missing = new LinkedHashSet<>(variants());
        counting().forEach(trial -> missing.remove(trial.id().variant()));
        return missing;
    }
}
