package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import java.util.Optional;

/**
 * What came out of one rule for one variant at one level.
 *
 * @param id the same in every run, such as {@code goodput@1024}
 * @param kind how it is judged
 * @param cell what it was judged from
 * @param verdict of the cell, with the family of rules taken into account
 * @param adjusted the p value after Holm's correction; empty outside the family
 * @param bounds of the rule, such as {@code material 5 %, tolerated 10 %} or {@code at most 0.1 %}
 * @param detectable the relative change that would have been found with a probability of 95 %; empty where that is not
 *     a matter of chance
 * @param why the outcome in one sentence, with the numbers that led to it
 */
public record RuleResult(
        String id,
        Kind kind,
        Outcome outcome,
        Cell cell,
        Verdict verdict,
        Optional<Double> adjusted,
        String bounds,
        Optional<Double> detectable,
        String why) {

    /** Whether the rule had what it takes to decide anything. */
    public boolean isJudged() {
        return outcome != Outcome.NOT_JUDGED && outcome != Outcome.NO_DATA && !lacksBase();
    }

    /** Whether it compares, and there is nothing to compare with. */
    public boolean lacksBase() {
        return outcome == Outcome.NO_BASE;
    }

    /** The same with another outcome, for another reason. */
    RuleResult with(Outcome newOutcome, String newWhy) {
        return new RuleResult(id, kind, newOutcome, cell, verdict, adjusted, bounds, detectable, newWhy);
    }

    /** How a rule is judged. */
    public enum Kind {
        /** A noisy metric against the baseline: significance and size. */
        RELATIVE,
        /** A count without noise against the baseline: worse by more than the slack. */
        EXACT,
        /** The variant alone against a limit. */
        ABSOLUTE,
    }

    /** What a rule decides. */
    public enum Outcome {
        PASS,
        FAIL,
        /** Neither is shown with the blocks that there are. */
        INCONCLUSIVE,
        /** It would have failed, but the change is a known and wanted one. */
        ACCEPTED,
        /** Base and head were not measured together, so chance cannot be told from a change: never a pass. */
        NOT_JUDGED,
        /** There is no base, and the user said so: no part of what is decided. */
        NO_BASE,
        /** The metric has no values: never a pass. */
        NO_DATA,
    }
}
