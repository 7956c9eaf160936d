package dev.ralbench.gate;

import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.AbsoluteRule;
import dev.ralbench.gate.RuleResult.Kind;
import java.util.Optional;

/**
 * Judges limits of the variants that are compared; the baseline has none.
 *
 * @param blocks that count
 */
record AbsoluteJudge(LimitJudge limits, int blocks) {

    RuleResult judge(RuledCell<AbsoluteRule> ruled) {
        var rule = ruled.rule();
        var trials = ruled.cell().head().all();
        var judgement = limits.judge(
                        rule.threshold(),
                        rule.everyTrial(),
                        trials.stream().mapToDouble(Double::doubleValue).toArray())
                .ofTrials(trials.size(), blocks);
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
