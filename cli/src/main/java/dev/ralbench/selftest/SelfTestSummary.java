package dev.ralbench.selftest;

import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.Run;
import dev.ralbench.statistics.Proportions;
import dev.ralbench.statistics.SignBalance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a self-test's runs say together.
 *
 * @param decisions how often the gate decided what, of runs without a regression
 * @param mostFalseAlarms upper 95 % bound of the share of false alarms; empty without such runs
 * @param balance of unadjusted significant differences between equal variants
 * @param noise by rule, in the order of the gate
 * @param detections by the variant with the regression
 */
public record SelfTestSummary(
        Map<String, Integer> decisions,
        Optional<Double> mostFalseAlarms,
        Balance balance,
        Map<String, RuleNoise> noise,
        Map<String, Detection> detections) {

    /** Significance of one difference by itself: here it is no alarm, only counted by its sign. */
    private static final double UNADJUSTED = 0.05;

    private static final double CONFIDENCE_LEFT = 0.05;

    /**
     * Signs of significant differences between equal variants.
     *
     * @param p of the exact test that both are equally likely: small means that the harness favours a side
     */
    public record Balance(int worse, int better, double p) {}

    /**
     * How often a regression was found by the rule that is meant to see it.
     *
     * @param atLeast lower 95 % bound of the share that is found
     */
    public record Detection(String rule, int found, int runs, double atLeast) {}

    /**
     * Puts the runs together.
     *
     * @param materials what is material to each rule, by its id, as a logarithm of a ratio
     */
    public static SelfTestSummary of(SelfTestResult result, Map<String, Double> materials) {
        var equal =
                result.runs().stream().filter(run -> run.injected().isEmpty()).toList();
        var decisions = new TreeMap<String, Integer>();
        equal.forEach(run -> decisions.merge(run.decision(), 1, Integer::sum));
        Optional<Double> bound = equal.isEmpty()
                ? Optional.empty()
                : Optional.of(Proportions.upperBound(decisions.getOrDefault("fail", 0), equal.size(), CONFIDENCE_LEFT));
        return new SelfTestSummary(decisions, bound, balance(equal), noise(equal, materials), detections(result));
    }

    private static Balance balance(List<Run> runs) {
        int worse = significant(runs, Rule::probabilityOfWorse);
        int better = significant(runs, Rule::probabilityOfBetter);
        return new Balance(worse, better, SignBalance.p(worse, better));
    }

    private static int significant(List<Run> runs, Function<Rule, Optional<Double>> probability) {
        return (int) runs.stream()
                .flatMap(run -> run.rules().stream())
                .flatMap(rule -> probability.apply(rule).stream())
                .filter(p -> p <= UNADJUSTED)
                .count();
    }

    private static Map<String, RuleNoise> noise(List<Run> runs, Map<String, Double> materials) {
        var differences = new LinkedHashMap<String, RuleNoise.Collector>();
        for (var run : runs) {
            for (var rule : run.rules()) {
                if (rule.kind().equals("relative") && rule.perBlock().size() > 1) {
                    differences
                            .computeIfAbsent(rule.id(), id -> new RuleNoise.Collector())
                            .add(rule.perBlock());
                }
            }
        }
        var noise = new LinkedHashMap<String, RuleNoise>();
        differences.forEach((id, collected) -> noise.put(id, collected.noise(materials.getOrDefault(id, 0.0))));
        return noise;
    }

    private static Map<String, Detection> detections(SelfTestResult result) {
        var detections = new LinkedHashMap<String, Detection>();
        for (var run : result.runs()) {
            run.injected()
                    .ifPresent(variant -> detections.merge(
                            variant,
                            detection(run.expected().orElse(""), run.isAsExpected() ? 1 : 0, 1),
                            (a, b) -> detection(a.rule, a.found + b.found, a.runs + b.runs)));
        }
        return detections;
    }

    private static Detection detection(String rule, int found, int runs) {
        return new Detection(rule, found, runs, Proportions.lowerBound(found, runs, CONFIDENCE_LEFT));
    }
}
