package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.statistics.Interval;
import java.util.Optional;

/**
 * What came out of one rule for one variant at one level.
 *
 * @param rule what was judged
 * @param cell what it was judged from
 * @param verdict of the cell, with the family of rules taken into account
 * @param harm estimate and bounds at the level at which this look decides, above 0 worse: logarithms of ratios of a
 *     relative rule, the metric's unit of an exact one; empty where no chance is involved
 * @param adjusted the p value after Holm's correction; empty outside the family
 * @param detectable the relative change that would have been found with a probability of 95 %; empty where that is not
 *     a matter of chance
 * @param why the outcome in one sentence, with the numbers that led to it
 */
public record RuleResult(
        Rule rule,
        Outcome outcome,
        Cell cell,
        Verdict verdict,
        Optional<Interval> harm,
        Optional<Double> adjusted,
        Optional<Double> detectable,
        String why) {

    /** One in which chance has no say. */
    static RuleResult certain(Rule rule, Outcome outcome, Cell cell, Verdict verdict, String why) {
        return new RuleResult(rule, outcome, cell, verdict, Optional.empty(), Optional.empty(), Optional.empty(), why);
    }

    /** A rule that could not be judged, or is not to be. */
    static RuleResult without(Outcome outcome, Rule rule, Cell cell, String why) {
        return certain(rule, outcome, cell, Verdict.NONE, why);
    }

    /** The same in every run, such as {@code goodput@1024}. */
    public String id() {
        return cell.id();
    }

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
        return verdict.words(rule.tolerated());
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
