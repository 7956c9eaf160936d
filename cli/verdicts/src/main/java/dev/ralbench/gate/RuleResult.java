package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.statistics.Interval;
import java.util.Optional;

/**
 * What came out of one rule for one variant at one level.
 *
 * @param id the same in every run, such as {@code goodput@1024}
 * @param kind how it is judged
 * @param cell what it was judged from
 * @param verdict of the cell, with the family of rules taken into account
 * @param tolerated what a pass has to exclude, as verdicts name it, such as {@code 10 %}; empty of limits
 * @param harm estimate and bounds at the level at which this look decides, above 0 worse: logarithms of ratios of a
 *     relative rule, the metric's unit of an exact one; empty where no chance is involved
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
        String tolerated,
        Optional<Interval> harm,
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

    /** The verdict in words; empty if nothing is judged. */
    public String words() {
        return verdict.words(tolerated);
    }

    /** Not judged, whatever it would have been. */
    RuleResult without(Outcome newOutcome, String newWhy) {
        return new RuleResult(
                id, kind, newOutcome, cell, Verdict.NONE, tolerated, harm, adjusted, bounds, detectable, newWhy);
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
        PASS("pass"),
        FAIL("FAIL"),
        /** Neither is shown with the blocks that there are. */
        INCONCLUSIVE("inconclusive"),
        /** It would have failed, but the change is a known and wanted one. */
        ACCEPTED("accepted"),
        /** Base and head were not measured together, so chance cannot be told from a change: never a pass. */
        NOT_JUDGED("not judged"),
        /** There is no base, and the user said so: no part of what is decided. */
        NO_BASE("no base"),
        /** The metric has no values: never a pass. */
        NO_DATA("no data");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** As people read it in every report. */
        public String words() {
            return words;
        }
    }
}
