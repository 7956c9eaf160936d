package dev.ralbench.gate;

import dev.ralbench.compare.Verdict;
import dev.ralbench.statistics.Interval;
import java.util.Optional;

/**
 * A rule's result for one cell.
 *
 * @param verdict of the cell, with the family of rules taken into account
 * @param harm estimate and bounds at the level at which this look decides, above 0 worse: logarithms of ratios of a
 *     relative rule, the metric's unit of an exact one; empty if no chance is involved
 * @param adjusted the p value after Holm's correction; empty outside the family
 * @param detectable the smallest relative change with which the whole gate fails in 95 of 100 runs; empty if that is not a
 *     matter of chance, or was not asked for ({@link GatePower#added})
 * @param why the outcome in one sentence, with the numbers that led to it
 */
public record Judgement(
        RuleOutcome outcome,
        Verdict verdict,
        Optional<Interval> harm,
        Optional<Double> adjusted,
        Optional<Double> detectable,
        String why) {

    /** A copy with the change that the whole gate finds by this rule. */
    Judgement detecting(Optional<Double> change) {
        return new Judgement(outcome, verdict, harm, adjusted, change, why);
    }

    /** A judgement without interval or p value, for rules in which chance plays no part. */
    static Judgement certain(RuleOutcome outcome, Verdict verdict, String why) {
        return new Judgement(outcome, verdict, Optional.empty(), Optional.empty(), Optional.empty(), why);
    }

    /** The judgement on a rule that cannot be judged or must not be. */
    static Judgement without(RuleOutcome outcome, String why) {
        return certain(outcome, Verdict.NONE, why);
    }

    /** The judgement on a limit. Its verdict follows from the outcome. */
    static Judgement ofLimit(RuleOutcome outcome, String why) {
        return certain(outcome, verdict(outcome), why);
    }

    /** Turns a pass into inconclusive if some trials have no value, because they may have exceeded the limit. */
    Judgement ofTrials(int known, int all) {
        if (known >= all || outcome == RuleOutcome.NO_DATA) {
            return this;
        }
        var plain = outcome == RuleOutcome.PASS ? RuleOutcome.INCONCLUSIVE : outcome;
        return ofLimit(plain, why + "; " + GateNumbers.count(all - known, "trial") + " of " + all + " without a value");
    }

    private static Verdict verdict(RuleOutcome outcome) {
        return switch (outcome) {
            case PASS -> Verdict.MET;
            case FAIL -> Verdict.BROKEN;
            case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
            case ACCEPTED, NOT_JUDGED, NO_BASE, NO_DATA -> Verdict.NONE;
        };
    }
}
