package dev.ralbench.report.comparison;

import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Emphasis;
import java.util.List;
import java.util.stream.Collectors;

/** A gate's decision, in a line. */
final class GateText {
    private GateText() {}

    /** Such as {@code RESULT FAIL 2 of 8 rules: goodput@1024, cpu/request@1024}. */
    static String result(GateResult gate) {
        if (gate.decision() == GateResult.Decision.BASELINE) {
            return "RESULT BASELINE " + baseline(gate);
        }
        if (gate.comparedNothing()) {
            return "RESULT INCOMPARABLE " + comparedNothing(gate);
        }
        var decisive = decisive(gate);
        var rules = gate.rules().size();
        var names = decisive.isEmpty()
                ? rules + (rules == 1 ? " rule" : " rules")
                : decisive.size() + " of " + rules + (rules == 1 ? " rule" : " rules")
                        + (gate.decision() == GateResult.Decision.INCOMPARABLE ? " not judged: " : ": ")
                        + decisive.stream().map(RuleResult::id).distinct().collect(Collectors.joining(", "));
        return "RESULT " + gate.decision().name() + (gate.isWarning() ? " (a warning) " : " ") + names;
    }

    /** Such as {@code 2 of 8 rules met, 6 without a base; nothing was compared}. */
    static String baseline(GateResult gate) {
        int rules = gate.rules().size();
        long lacking = gate.rules().stream().filter(RuleResult::lacksBase).count();
        return (rules - lacking) + " of " + rules + (rules == 1 ? " rule" : " rules") + " met"
                + (lacking > 0 ? ", " + lacking + " without a base" : "")
                + "; nothing was compared";
    }

    /** Such as {@code nothing was compared, 1 rule is a limit}. */
    static String comparedNothing(GateResult gate) {
        int rules = gate.rules().size();
        return "nothing was compared, " + rules + (rules == 1 ? " rule is a limit" : " rules are limits");
    }

    /** The rules that the decision is due to. */
    static List<RuleResult> decisive(GateResult gate) {
        return gate.rules().stream()
                .filter(rule -> switch (gate.decision()) {
                    case FAIL -> rule.outcome() == RuleOutcome.FAIL;
                    case INCONCLUSIVE, CONTINUE -> rule.outcome() == RuleOutcome.INCONCLUSIVE;
                    case INCOMPARABLE -> !rule.isJudged() && !rule.lacksBase();
                    case PASS, BASELINE, INVALID -> false;
                })
                .toList();
    }

    static Emphasis emphasis(GateResult.Decision decision) {
        return switch (decision) {
            case PASS -> Emphasis.GOOD;
            case FAIL, INVALID, INCOMPARABLE -> Emphasis.BAD;
            case BASELINE, INCONCLUSIVE, CONTINUE -> Emphasis.WARNING;
        };
    }
}
