package dev.ralbench.gate;

import dev.ralbench.compare.Cell;

/**
 * The result of one rule for one variant at one level.
 *
 * @param rule that was judged
 * @param cell it was judged from
 */
public record RuleResult(Rule rule, Cell cell, Judgement judgement) {

    /** An id that stays the same from run to run, such as {@code goodput@1024}. */
    public String id() {
        return cell.id();
    }

    public RuleOutcome outcome() {
        return judgement.outcome();
    }

    /** Whether the rule had enough data to decide anything. */
    public boolean isJudged() {
        return outcome() != RuleOutcome.NOT_JUDGED && outcome() != RuleOutcome.NO_DATA && !lacksBase();
    }

    /** Whether it compares, and there is nothing to compare with. */
    public boolean lacksBase() {
        return outcome() == RuleOutcome.NO_BASE;
    }

    /** The bounds as it was judged: an exact rule whose trials differ by more than its slack has an interval. */
    public String bounds() {
        return rule instanceof ExactRule exact && judgement.harm().isPresent()
                ? exact.boundsOfInterval()
                : rule.bounds();
    }

    /** The verdict in words; empty if nothing is judged. */
    public String words() {
        return judgement.verdict().words(rule.tolerated());
    }
}
