package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Harm;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.ExactRule;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.gate.RuleResult.Kind;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Metric;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.Median;
import java.util.List;
import java.util.Optional;

/**
 * Judges metrics that are expected to be the same in every trial: where they are, medians are held against the slack and
 * no chance is involved; where they are not, the noisy rule decides on the differences, and the result says so.
 *
 * @param blocks that count
 */
record ExactJudge(NoisyJudge noisy, Acceptances acceptances, int blocks) {
    /** Quotients of counts are not exact in binary: 3.02 - 3 is above 0.02. */
    private static final double ROUNDING = 1e-9;

    /** Whether the trials of each side agree within the slack. */
    static boolean isSteady(ExactRule rule, Cell cell) {
        return spread(cell.base().trials()) <= limit(rule) && spread(cell.head().trials()) <= limit(rule);
    }

    /** The harm of each block, in the metric's unit. */
    static double[] harms(Cell cell) {
        var base = cell.base().trials();
        var head = cell.head().trials();
        var harms = new double[Math.min(base.size(), head.size())];
        for (int i = 0; i < harms.length; i++) {
            harms[i] = Harm.difference(cell.metric(), base.get(i), head.get(i));
        }
        return harms;
    }

    RuleResult steady(RuledCell<ExactRule> ruled) {
        var rule = ruled.rule();
        double base = median(ruled.cell().base().trials());
        double head = median(ruled.cell().head().trials());
        double harm = Harm.difference(rule.metric(), base, head);
        int known = ruled.cell().head().trials().size();
        var kept = known < blocks ? Outcome.INCONCLUSIVE : Outcome.PASS;
        var plain = harm > limit(rule) ? Outcome.FAIL : kept;
        var accepted = acceptances.apply(rule.metric(), plain, harm, harm);
        var where = known < blocks
                ? " in " + known + " of " + blocks + " blocks, no value in the others"
                : " in every trial";
        var why = "base " + value(rule, base) + ", head " + value(rule, head) + where
                + (plain == Outcome.FAIL ? ": worse by more than the slack of " : ", within the slack of ")
                + value(rule, rule.slack());
        return result(
                ruled,
                accepted.outcome(),
                plain == Outcome.INCONCLUSIVE ? Verdict.INCONCLUSIVE : verdict(rule, harm),
                Optional.empty(),
                Optional.empty(),
                why + accepted.remark());
    }

    RuleResult unsteady(RuledCell<ExactRule> ruled, Evidence evidence) {
        var rule = ruled.rule();
        var plain = noisy.outcome(evidence, new Margins(limit(rule), limit(rule)));
        var accepted = acceptances.apply(rule.metric(), plain, evidence.estimate(), evidence.high());
        var why = "trials of one side differ by more than the slack of " + value(rule, rule.slack())
                + ", so the noisy rule decides: worse by "
                + value(rule, evidence.estimate()) + ", at most "
                + value(rule, evidence.high()) + " ("
                + Words.p(noisy.family().worse(evidence)) + " after Holm)";
        return result(
                ruled,
                accepted.outcome(),
                noisy.verdict(evidence, limit(rule)),
                Optional.of(evidence.bounds()),
                Optional.of(noisy.family().worse(evidence)),
                why + accepted.remark());
    }

    static RuleResult without(Outcome outcome, RuledCell<ExactRule> ruled, String why) {
        return result(ruled, outcome, Verdict.NONE, Optional.empty(), Optional.empty(), why);
    }

    private static RuleResult result(
            RuledCell<ExactRule> ruled,
            Outcome outcome,
            Verdict verdict,
            Optional<Interval> harm,
            Optional<Double> adjusted,
            String why) {
        var bounds = "exact, slack " + value(ruled.rule(), ruled.rule().slack());
        return new RuleResult(
                ruled.cell().id(),
                Kind.EXACT,
                outcome,
                ruled.cell(),
                verdict,
                "+" + value(ruled.rule(), ruled.rule().slack()),
                harm,
                adjusted,
                bounds,
                Optional.empty(),
                why);
    }

    private static Verdict verdict(ExactRule rule, double harm) {
        if (Math.abs(harm) <= limit(rule)) {
            return Verdict.NO_WORSE;
        }
        return harm > 0 ? Verdict.WORSE : Verdict.BETTER;
    }

    /** The slack, with room for quotients. */
    static double limit(ExactRule rule) {
        return rule.slack() + ROUNDING * Math.max(1, rule.slack());
    }

    private static double spread(List<Double> values) {
        var summary = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return summary.getMax() - summary.getMin();
    }

    static double median(List<Double> values) {
        return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String value(ExactRule rule, double value) {
        Metric metric = rule.metric();
        return Words.value(metric, value);
    }
}
