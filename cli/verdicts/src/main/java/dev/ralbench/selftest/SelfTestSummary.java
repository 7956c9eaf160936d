package dev.ralbench.selftest;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import dev.ralbench.statistics.Proportions;
import dev.ralbench.statistics.SignBalance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A self-test's runs in summary.
 *
 * @param decisions counts of the gate's decisions, of runs without a regression
 * @param judged how many of these its rules had a say in; bound, balance and noise are about them alone
 * @param mostFalseAlarms upper 95 % bound of the share of false alarms among judged runs; empty without such runs
 * @param balance of significant differences between equal variants
 * @param noise by rule, in the order of the gate
 * @param power harm that each noisy rule finds, by its id
 * @param detections by the variant with the regression
 */
public record SelfTestSummary(
        Map<SelfTestDecision, Integer> decisions,
        int judged,
        Optional<Double> mostFalseAlarms,
        Balance balance,
        Map<String, RuleNoise> noise,
        Map<String, PowerCurve> power,
        Map<String, Detection> detections) {
    public SelfTestSummary {
        decisions = Collections.unmodifiableMap(new LinkedHashMap<>(decisions));
        noise = Collections.unmodifiableMap(new LinkedHashMap<>(noise));
        power = Collections.unmodifiableMap(new LinkedHashMap<>(power));
        detections = Collections.unmodifiableMap(new LinkedHashMap<>(detections));
    }

    private static final double CONFIDENCE_LEFT = 0.05;

    /**
     * Runs of equal variants with a significant difference, by the side of the most significant one.
     *
     * @param p of the exact test that both sides are equally likely: small means that the harness favours one
     */
    public record Balance(int worse, int better, double p) {}

    /**
     * How often a regression was found by the rule that is meant to see it.
     *
     * @param atLeast lower 95 % bound of the share that is found
     */
    public record Detection(String rule, int found, int runs, double atLeast) {}

    /**
     * Summarises the runs.
     *
     * @param gate by whose rules runs of equal variants are judged again
     */
    public static SelfTestSummary of(SelfTestResult result, Gate gate) {
        var equal =
                result.runs().stream().filter(run -> run.injected().isEmpty()).toList();
        var judged = equal.stream().filter(run -> run.decision().isOfRules()).toList();
        return new SelfTestSummary(
                decisions(equal),
                judged.size(),
                mostFalseAlarms(judged),
                SignOfRun.balance(judged),
                noise(judged, gate),
                PowerCurve.of(gate, judged),
                detections(result));
    }

    /** Runs of equal variants whose measurement could not be trusted or compared: they count neither way. */
    public int notJudged() {
        return decisions.values().stream().mapToInt(Integer::intValue).sum() - judged;
    }

    private static Map<SelfTestDecision, Integer> decisions(List<SelfTestedRun> runs) {
        var decisions = new EnumMap<SelfTestDecision, Integer>(SelfTestDecision.class);
        runs.forEach(run -> decisions.merge(run.decision(), 1, Integer::sum));
        return decisions;
    }

    private static Optional<Double> mostFalseAlarms(List<SelfTestedRun> judged) {
        if (judged.isEmpty()) {
            return Optional.empty();
        }
        int alarms = (int) judged.stream()
                .filter(run -> run.decision() == SelfTestDecision.FAIL)
                .count();
        return Optional.of(Proportions.upperBound(alarms, judged.size(), CONFIDENCE_LEFT));
    }

    private static Map<String, RuleNoise> noise(List<SelfTestedRun> runs, Gate gate) {
        var differences = new LinkedHashMap<String, List<double[]>>();
        for (var run : runs) {
            for (var rule : run.rules()) {
                if (rule.kind().equals(RelativeRule.KIND.key())
                        && rule.perBlock().size() > 1) {
                    differences
                            .computeIfAbsent(rule.id(), id -> new ArrayList<>())
                            .add(rule.perBlock().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray());
                }
            }
        }
        return RuleNoise.of(differences, gate);
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

    /**
     * The side that a run of equal variants seems to favour: that of its most significant difference.
     *
     * <p>One sign per run and no more, because runs are independent: goodput, p90 and stall of one run are taken from
     * the same requests and move together. Two variants that are alike could as well have had each other's names, which
     * turns every sign and leaves the choice of the difference as it is; so each sign is a fair coin, however many
     * rules there are.
     */
    private enum SignOfRun {
        WORSE,
        BETTER;

        /** Significance of a difference by itself, without regard to how many there are: no alarm, only worth a sign. */
        private static final double UNADJUSTED = 0.05;

        /**
         * The direction of the run's most significant difference; the first rule decides if several are equal. Empty
         * if none is significant.
         */
        static Optional<SignOfRun> of(SelfTestedRun run) {
            return run.rules().stream()
                    .filter(rule -> p(rule) <= UNADJUSTED)
                    .min(Comparator.comparingDouble(SignOfRun::p))
                    .map(rule -> p(rule.probabilityOfWorse()) <= p(rule.probabilityOfBetter()) ? WORSE : BETTER);
        }

        static SelfTestSummary.Balance balance(List<SelfTestedRun> runs) {
            var signs = runs.stream().flatMap(run -> of(run).stream()).toList();
            int worse = (int) signs.stream().filter(sign -> sign == WORSE).count();
            int better = signs.size() - worse;
            return new SelfTestSummary.Balance(worse, better, SignBalance.p(worse, better));
        }

        /** The p value of the more significant direction. */
        private static double p(Rule rule) {
            return Math.min(p(rule.probabilityOfWorse()), p(rule.probabilityOfBetter()));
        }

        private static double p(Optional<Double> probability) {
            return probability.orElse(1.0);
        }
    }
}
