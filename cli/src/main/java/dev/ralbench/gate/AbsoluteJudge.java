package dev.ralbench.gate;

import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.AbsoluteRule;
import dev.ralbench.gate.RuleResult.Kind;
import java.util.Optional;

/** Judges limits of the variants that are compared; the baseline has none. */
record AbsoluteJudge(LimitJudge limits) {

    RuleResult judge(RuledCell<AbsoluteRule> ruled) {
        var rule = ruled.rule();
        var trials = ruled.cell().head().trials();
        var judgement = limits.judge(
                rule.threshold(),
                rule.everyTrial(),
                trials.stream().mapToDouble(Double::doubleValue).toArray());
        return new RuleResult(
                ruled.cell().id(),
                Kind.ABSOLUTE,
                judgement.outcome(),
                ruled.cell(),
                Verdict.NONE,
                Optional.empty(),
                rule.threshold().words() + (rule.everyTrial() ? " in every trial" : ""),
                Optional.empty(),
                judgement.why());
    }
}
