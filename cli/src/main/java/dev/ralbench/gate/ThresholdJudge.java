package dev.ralbench.gate;

import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Judges the limits that a scenario itself has, as absolute rules of a gate are judged: one look, alpha 1 %. */
public final class ThresholdJudge {
    private static final double ALPHA = 0.01;

    private ThresholdJudge() {}

    /**
     * What became of one limit for one variant at one level.
     *
     * @param level as tables name it
     * @param trials the values that it was judged from
     * @param why the outcome in one sentence
     */
    public record ThresholdResult(
            Threshold threshold, String variant, String level, Outcome outcome, List<Double> trials, String why) {
        public ThresholdResult {
            trials = List.copyOf(trials);
        }
    }

    private record Place(String variant, String level) {}

    /** One result for each limit, variant and level that the limit is for, in this order; trials that are not to be used are left out. */
    public static List<ThresholdResult> judge(List<Threshold> thresholds, RunResult run) {
        var results = new ArrayList<ThresholdResult>();
        for (var threshold : thresholds) {
            var places = values(threshold, run);
            threshold
                    .level()
                    .ifPresent(level ->
                            places.keySet().removeIf(place -> !place.level().equals(level)));
            places.forEach((place, trials) -> results.add(judge(threshold, place, trials)));
            if (places.isEmpty()) {
                results.add(nowhere(threshold));
            }
        }
        return results;
    }

    private static ThresholdResult judge(Threshold threshold, Place place, List<OptionalDouble> trials) {
        var values = trials.stream().flatMap(value -> value.stream().boxed()).toList();
        var look = new Look(1, 1, ALPHA, true);
        var judgement = new LimitJudge(look, ALPHA)
                .judge(
                        threshold,
                        false,
                        values.stream().mapToDouble(Double::doubleValue).toArray())
                .ofTrials(values.size(), trials.size());
        return new ThresholdResult(
                threshold, place.variant(), place.level(), judgement.outcome(), values, judgement.why());
    }

    /** Never a pass: a limit at a level that nobody measured is a mistake. */
    private static ThresholdResult nowhere(Threshold threshold) {
        var level = threshold.level().orElse("every level");
        return new ThresholdResult(
                threshold, "every variant", level, Outcome.NO_DATA, List.of(), "nothing was measured there");
    }

    private static Map<Place, List<OptionalDouble>> values(Threshold threshold, RunResult run) {
        var values = new LinkedHashMap<Place, List<OptionalDouble>>();
        for (var trial : counting(run)) {
            trial.measurement().ifPresent(measurement -> {
                var levels = Levels.of(measurement);
                for (int i = 0; i < levels.size(); i++) {
                    var place = new Place(trial.variant(), Levels.name(levels, i));
                    if (!threshold.level().orElse(place.level()).equals(place.level())) {
                        continue;
                    }
                    values.computeIfAbsent(place, absent -> new ArrayList<>())
                            .add(threshold.metric().of(levels.get(i)));
                }
            });
        }
        return values;
    }

    /** The last attempt at each trial, unless it is invalid. */
    private static List<TrialResult> counting(RunResult run) {
        var last = new LinkedHashMap<String, TrialResult>();
        for (var trial : run.trials()) {
            last.merge(
                    trial.variant() + "#" + trial.block(),
                    trial,
                    (one, other) -> one.attempt() > other.attempt() ? one : other);
        }
        return last.values().stream()
                .filter(trial -> trial.validity().verdict() != TrialResult.Verdict.INVALID)
                .toList();
    }
}
