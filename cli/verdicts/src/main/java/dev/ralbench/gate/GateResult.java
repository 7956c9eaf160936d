package dev.ralbench.gate;

import java.util.ArrayList;
import java.util.List;

/**
 * A gate's decision about a comparison.
 *
 * @param name of the gate
 * @param sha256 of its file
 * @param decision over all rules
 * @param onInconclusive its outcome if it stays undecided
 * @param confidence how often it may be wrong
 * @param rules in the order of the file
 * @param notes other remarks, such as the command that settles undecided rules
 */
public record GateResult(
        String name,
        String sha256,
        Decision decision,
        Gate.OnInconclusive onInconclusive,
        Confidence confidence,
        List<RuleResult> rules,
        List<String> notes) {
    public GateResult {
        rules = List.copyOf(rules);
        notes = List.copyOf(notes);
    }

    /**
     * How often a gate may be wrong, and the share available now.
     *
     * @param look which of the declared looks this is, and its share of both levels
     * @param looks after how many blocks it may decide
     * @param alpha probability that any rule fails though nothing differs, over all looks
     * @param passAlpha probability that any one rule passes though the harm is as large as is tolerated, over all looks
     * @param familySize rules that share alpha
     */
    public record Confidence(Look look, List<Integer> looks, double alpha, double passAlpha, int familySize) {
        public Confidence {
            looks = List.copyOf(looks);
        }
    }

    /** A copy of this result with one more note. */
    public GateResult noting(String note) {
        var more = new ArrayList<>(notes);
        more.add(note);
        return new GateResult(name, sha256, decision, onInconclusive, confidence, rules, more);
    }

    /** A copy with other results of the same rules. */
    GateResult with(List<RuleResult> others) {
        return new GateResult(name, sha256, decision, onInconclusive, confidence, others, notes);
    }

    /** Whether the build goes on although a rule stays undecided: the last look is over, and the gate only warns. */
    public boolean isWarning() {
        return decision == Decision.INCONCLUSIVE && onInconclusive == Gate.OnInconclusive.WARN;
    }

    /** Whether all of its rules were judged, and it still is no pass because none of them compares base and head. */
    public boolean comparedNothing() {
        return decision == Decision.INCOMPARABLE
                && rules.stream().allMatch(RuleResult::isJudged)
                && rules.stream().noneMatch(rule -> rule.rule().kind().isComparing());
    }

    /** Whether it is undecided rules that fail the build: not if the gate only warns, or fails for other reasons. */
    public boolean failsWhenUndecided() {
        return failsWhenUndecided(decision, onInconclusive);
    }

    static boolean failsWhenUndecided(Decision decision, Gate.OnInconclusive onInconclusive) {
        return decision == Decision.CONTINUE
                || (decision == Decision.INCONCLUSIVE && onInconclusive == Gate.OnInconclusive.FAIL);
    }

    /** The overall decision of a gate. */
    public enum Decision {
        PASS,
        FAIL,
        /** Head was measured alone and meets all limits; nothing was compared, so it is no pass. */
        BASELINE,
        /** Undecided at the last look; an error unless the gate says to warn only. */
        INCONCLUSIVE,
        /** Undecided, and more blocks may be measured. */
        CONTINUE,
        /** Too much of the measurement cannot be trusted. */
        INVALID,
        /** A rule has nothing to judge, or results may not be compared. */
        INCOMPARABLE,
    }
}
