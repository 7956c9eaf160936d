package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Side.Attempt;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.AbsoluteRule;
import dev.ralbench.gate.LimitJudge.Judgement;
import dev.ralbench.gate.RuleResult.Kind;
import dev.ralbench.gate.RuleResult.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges limits of the variants that are compared; the baseline has none. Nothing was drawn by lot in them, so a bad
 * minute of the machine looks like a bad variant: where base breaks the limit in the same block, the block says nothing.
 *
 * @param blocks that count
 */
record AbsoluteJudge(LimitJudge limits, int blocks) {

    RuleResult judge(RuledCell<AbsoluteRule> ruled) {
        var rule = ruled.rule();
        var trials = ruled.cell().head().all();
        var judgement = judge(rule, trials).ofTrials(trials.size(), blocks);
        var fair = judgement.outcome() == Outcome.FAIL ? nextToBase(rule, ruled.cell(), judgement) : judgement;
        return new RuleResult(
                ruled.cell().id(),
                Kind.ABSOLUTE,
                fair.outcome(),
                ruled.cell(),
                verdict(fair.outcome()),
                "",
                Optional.empty(),
                Optional.empty(),
                rule.threshold().words(),
                Optional.empty(),
                fair.why());
    }

    private static Verdict verdict(Outcome outcome) {
        return switch (outcome) {
            case PASS -> Verdict.MET;
            case FAIL -> Verdict.BROKEN;
            case INCONCLUSIVE -> Verdict.INCONCLUSIVE;
            case ACCEPTED, NOT_JUDGED, NO_BASE, NO_DATA -> Verdict.NONE;
        };
    }

    private Judgement judge(AbsoluteRule rule, List<Attempt> trials) {
        return limits.judge(
                rule.threshold(),
                rule.everyTrial(),
                trials.stream().mapToDouble(Attempt::value).toArray());
    }

    /** A limit that head breaks fails only if it does so in blocks in which base keeps it, too. */
    private Judgement nextToBase(AbsoluteRule rule, Cell cell, Judgement broken) {
        var spoilt = spoilt(rule, cell);
        var others = cell.head().all().stream()
                .filter(trial -> !spoilt.contains(trial.block()))
                .toList();
        boolean isShownByOthers = judge(rule, others).outcome() == Outcome.FAIL
                && (rule.everyTrial()
                        || limits.isTested(others.size())
                        || !limits.isTested(cell.head().all().size()));
        return spoilt.isEmpty() || isShownByOthers
                ? broken
                : new Judgement(
                        Outcome.INCONCLUSIVE,
                        broken.why() + "; base breaks it too, in " + Words.count(spoilt.size(), "block")
                                + ", and the others show nothing");
    }

    private static Set<String> spoilt(AbsoluteRule rule, Cell cell) {
        return cell.base().all().stream()
                .filter(trial -> !rule.threshold().holds(trial.value()))
                .map(Attempt::block)
                .collect(Collectors.toSet());
    }
}
