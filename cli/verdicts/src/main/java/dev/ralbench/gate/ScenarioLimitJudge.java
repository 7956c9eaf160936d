package dev.ralbench.gate;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.result.LevelHolds;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Judges the limits that a scenario itself has, as absolute rules of a gate are judged: one look, alpha 1 %. */
public final class ScenarioLimitJudge {
    private static final double ALPHA = 0.01;

    private ScenarioLimitJudge() {}

    /**
     * The result of one limit for one variant at one level.
     *
     * @param level where; empty if the limit is for every level and none was measured
     * @param trials the values that it was judged from
     * @param isUntrusted whether it has none because the trials are invalid
     * @param why the outcome in one sentence
     */
    public record LimitResult(
            MetricLimit limit,
            String variant,
            Optional<Level> level,
            RuleOutcome outcome,
            List<Double> trials,
            boolean isUntrusted,
            String why) {
        public LimitResult {
            trials = List.copyOf(trials);
        }

        /** The level's name, or {@code every level}. */
        public String place() {
            return level.map(Level::name).orElse("every level");
        }
    }

    private record VariantLevel(String variant, Level level) {}

    /**
     * One result for each limit, variant and level that the limit is for, in this order. Values of invalid trials are
     * not judged; if there are no others, the limit is not shown to be kept. A search for capacity goes on until limits
     * are broken, so none is judged after it.
     */
    public static List<LimitResult> judge(List<MetricLimit> limits, RunResult run) {
        if (run.layout().design().capacity().isPresent()) {
            return List.of();
        }
        var counting = run.lastAttempts();
        var results = new ArrayList<LimitResult>();
        for (var limit : limits) {
            var places = places(limit, counting);
            places.forEach((place, trials) -> results.add(judge(limit, place, trials)));
            if (places.isEmpty()) {
                results.add(nowhere(limit, counting));
            }
            run.skippedVariants().forEach((variant, reason) -> results.add(skipped(limit, variant, reason)));
        }
        return results;
    }

    private static LimitResult judge(MetricLimit limit, VariantLevel place, List<Trial> trials) {
        var trusted = trials.stream().filter(trial -> !trial.isInvalid()).toList();
        var values = trusted.stream()
                .flatMap(trial -> trial.value().stream().boxed())
                .toList();
        if (values.isEmpty() && trusted.size() < trials.size()) {
            return untrusted(limit, place.variant(), Optional.of(place.level()));
        }
        var judgement = values.size() < trusted.size() && limit.metric().leastSamples() > 0
                ? byRequests(limit, trusted)
                : byTrials(limit, values, trusted.size());
        return new LimitResult(
                limit,
                place.variant(),
                Optional.of(place.level()),
                judgement.outcome(),
                values,
                false,
                judgement.why());
    }

    private static Judgement byTrials(MetricLimit limit, List<Double> values, int trials) {
        return new LimitJudge(Look.only(ALPHA))
                .judge(
                        limit,
                        false,
                        values.stream().mapToDouble(Double::doubleValue).toArray())
                .ofTrials(values.size(), trials);
    }

    /**
     * Judges a percentile that single trials have too few requests to state. As in a search for capacity, the share
     * of all requests that took longer may still decide.
     */
    private static Judgement byRequests(MetricLimit limit, List<Trial> trusted) {
        var reading = trusted.stream()
                .map(Trial::holds)
                .reduce(LevelHolds::plus)
                .filter(all -> Slo.judgesBy(limit.metric()))
                .map(all ->
                        new Slo(List.of(limit)).readings(all, Slo.Risk.ONE_LOOK).getFirst());
        var few = "a trial states it from " + limit.metric().leastSamples() + " requests on";
        return reading.flatMap(read -> read.beyond().map(beyond -> judgement(read.judgement(), beyond, limit, few)))
                .orElseGet(() -> Judgement.ofLimit(RuleOutcome.NO_DATA, "too few successful requests; " + few));
    }

    private static Judgement judgement(Slo.Judgement judgement, Slo.Beyond beyond, MetricLimit limit, String few) {
        var counted = beyond.count() + " of " + GateNumbers.count(beyond.of(), "request") + " "
                + (beyond.of() == 1 ? "is" : "are") + " not " + limit.words();
        return switch (judgement) {
            case MET -> Judgement.ofLimit(RuleOutcome.PASS, counted + ": shown to be met");
            case MISSED -> Judgement.ofLimit(RuleOutcome.FAIL, counted + ": shown to be broken");
            case UNCLEAR ->
                Judgement.ofLimit(
                        RuleOutcome.INCONCLUSIVE, counted + ": neither shown to be met nor to be broken; " + few);
        };
    }

    private static LimitResult untrusted(MetricLimit limit, String variant, Optional<Level> level) {
        return new LimitResult(limit, variant, level, RuleOutcome.NO_DATA, List.of(), true, "its trials are invalid");
    }

    private static LimitResult skipped(MetricLimit limit, String variant, String reason) {
        return new LimitResult(
                limit, variant, limit.level(), RuleOutcome.NO_DATA, List.of(), false, "skipped: " + reason);
    }

    /** Never a pass: a limit at a level that was not measured is a mistake, unless an invalid trial ended before it. */
    private static LimitResult nowhere(MetricLimit limit, List<TrialResult> counting) {
        var variant = "every variant";
        var level = limit.level();
        return counting.stream().anyMatch(ScenarioLimitJudge::isInvalid)
                ? untrusted(limit, variant, level)
                : new LimitResult(
                        limit, variant, level, RuleOutcome.NO_DATA, List.of(), false, "nothing was measured there");
    }

    /** @param value of the limit's metric; empty if it has none */
    private record Trial(OptionalDouble value, LevelHolds holds, boolean isInvalid) {}

    /** The trials of each variant at each level that the limit is for. */
    private static Map<VariantLevel, List<Trial>> places(MetricLimit limit, List<TrialResult> counting) {
        var places = new LinkedHashMap<VariantLevel, List<Trial>>();
        for (var trial : counting) {
            trial.measurement().ifPresent(measurement -> {
                Levels.windows(measurement).forEach((level, windows) -> {
                    if (limit.level().orElse(level).equals(level)) {
                        places.computeIfAbsent(
                                        new VariantLevel(trial.id().variant(), level), absent -> new ArrayList<>())
                                .add(new Trial(
                                        limit.metric().of(Levels.merged(windows)),
                                        holds(windows, measurement.series()),
                                        isInvalid(trial)));
                    }
                });
            });
        }
        return places;
    }

    private static LevelHolds holds(List<WindowMeasurement> windows, Series series) {
        return windows.stream()
                .map(window -> LevelHolds.of(window, series))
                .reduce(LevelHolds::plus)
                .orElseThrow();
    }

    private static boolean isInvalid(TrialResult trial) {
        return trial.validity().verdict() == TrialResult.ValidityLevel.INVALID;
    }
}
