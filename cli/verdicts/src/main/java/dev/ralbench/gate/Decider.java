package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.gate.Judgement.Outcome;
import java.util.List;

/** One decision from the outcomes of all rules; what makes them worthless comes first. */
record Decider(Comparison.Kind kind, Look look) {

    /** Rules that lack a base have no say, and without a base there is no pass. */
    Decision decide(List<RuleResult> all, Trust trust) {
        var rules = all.stream().filter(rule -> !rule.lacksBase()).toList();
        if (kind == Comparison.Kind.FORCED || rules.stream().noneMatch(RuleResult::isJudged)) {
            return Decision.INCOMPARABLE;
        }
        if (!trust.doubts().isEmpty()) {
            return Decision.INVALID;
        }
        if (!trust.open().isEmpty()) {
            return Decision.CONTINUE;
        }
        if (any(rules, Outcome.FAIL)) {
            return Decision.FAIL;
        }
        if (!trust.lost().isEmpty()) {
            return Decision.INVALID; // more blocks cannot make it a pass
        }
        if (!rules.stream().allMatch(RuleResult::isJudged)) {
            return Decision.INCOMPARABLE; // a pass would claim what no rule has looked at
        }
        if (any(rules, Outcome.INCONCLUSIVE)) {
            boolean mayContinue = kind == Comparison.Kind.PAIRED && !look.isLast();
            return mayContinue ? Decision.CONTINUE : Decision.INCONCLUSIVE;
        }
        return kind == Comparison.Kind.NO_BASE ? Decision.BASELINE : Decision.PASS;
    }

    private static boolean any(List<RuleResult> rules, Outcome outcome) {
        return rules.stream().anyMatch(rule -> rule.outcome() == outcome);
    }
}
