package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Harm;
import dev.ralbench.gate.Gate.AbsoluteRule;
import dev.ralbench.gate.Gate.ExactRule;
import dev.ralbench.gate.Gate.RelativeRule;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.result.TrialResult;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides a gate from a comparison: pure, so that the same comparison, rules and day always give the same decision.
 * What it guarantees, and on which conditions, is in scenarios/gates/README.md.
 */
public final class GateJudge {
    private static final String NO_BASE = "there is nothing to compare with";

    private final Gate gate;
    private final Comparison comparison;
    private final Acceptances acceptances;
    private final Look look;

    private GateJudge(Gate gate, Comparison comparison, LocalDate today) {
        this.gate = gate;
        this.comparison = comparison;
        this.acceptances = new Acceptances(gate.accept(), today);
        this.look = comparison.hasBase()
                ? look(gate, comparison)
                : Look.only(gate.decision().alpha());
    }

    private static Look look(Gate gate, Comparison comparison) {
        return gate.spending(
                        comparison.levels(), ControlArm.judged(gate, comparison).size())
                .reached(comparison.blocks(), measuredBlocks(comparison));
    }

    /**
     * Judges all rules.
     *
     * @param today decides which acceptances still count
     */
    public static GateResult judge(Gate gate, Comparison comparison, LocalDate today) {
        return new GateJudge(WithData.of(gate, comparison), comparison, today).result();
    }

    /** Those that do not count included. */
    private static int measuredBlocks(Comparison comparison) {
        return comparison.runs().stream()
                .mapToInt(run -> (int)
                        run.trials().stream().map(TrialResult::block).distinct().count())
                .sum();
    }

    /** What a rule is judged from, where the noisy rule has a say in it. */
    private record Weighed<R>(RuledCell<R> ruled, Optional<Evidence> evidence) {}

    private GateResult result() {
        var relative = weighedRelative();
        var exact = weighedExact();
        var members = Stream.concat(relative.stream(), exact.stream())
                .flatMap(weighed -> weighed.evidence().stream())
                .toList();
        int exactMembers =
                (int) exact.stream().filter(w -> w.evidence().isPresent()).count();
        var family = new Family(relative.size() + exactMembers, members);
        var rules = new ArrayList<RuleResult>();
        var noisy = new NoisyJudge(look, gate.decision().failWhen(), family);
        relative.forEach(weighed -> rules.add(relative(weighed, noisy)));
        exact.forEach(weighed -> rules.add(exact(weighed, noisy)));
        absolute().forEach(ruled -> rules.add(absolute(ruled)));
        var trust = Trust.in(gate, comparison, look);
        var decision = new Decider(comparison.kind(), look).decide(rules, trust);
        return new GateResult(
                gate.name(),
                gate.sha256(),
                decision,
                gate.decision().onInconclusive(),
                look,
                comparison.hasBase() ? gate.design().looks() : List.of(gate.blocksWithoutBase()),
                gate.decision().alpha(),
                gate.decision().passAlpha(),
                family.size(),
                rules,
                new GateNotes(gate, comparison, acceptances, look, family.size()).of(decision, rules, trust));
    }

    private RuledCell.Finder finder() {
        return new RuledCell.Finder(comparison, ControlArm.judged(gate, comparison));
    }

    private List<Weighed<RelativeRule>> weighedRelative() {
        var finder = finder();
        return gate.relative().stream()
                .flatMap(rule -> finder.of(rule, rule.metric(), rule.levels()).stream())
                .map(ruled -> new Weighed<>(ruled, relativeEvidence(ruled)))
                .toList();
    }

    private Optional<Evidence> relativeEvidence(RuledCell<RelativeRule> ruled) {
        if (comparison.kind() != Comparison.Kind.PAIRED) {
            return Optional.empty();
        }
        return Optional.of(Harm.ofBlocks(ruled.cell()))
                .filter(harms -> !harms.isEmpty())
                .map(harms -> Evidence.of(harms, look));
    }

    private List<Weighed<ExactRule>> weighedExact() {
        var finder = finder();
        return gate.exact().stream()
                .flatMap(rule -> finder.of(rule, rule.metric(), rule.levels()).stream())
                .map(ruled -> new Weighed<>(ruled, exactEvidence(ruled)))
                .toList();
    }

    private Optional<Evidence> exactEvidence(RuledCell<ExactRule> ruled) {
        boolean isNoisy = comparison.kind() == Comparison.Kind.PAIRED
                && hasBothSides(ruled)
                && !ExactJudge.isSteady(ruled.rule(), ruled.cell());
        return isNoisy ? Optional.of(Evidence.of(ExactJudge.harms(ruled.cell()), look)) : Optional.empty();
    }

    private static boolean hasBothSides(RuledCell<?> ruled) {
        return !ruled.cell().base().trials().isEmpty()
                && !ruled.cell().head().trials().isEmpty();
    }

    private List<RuledCell<AbsoluteRule>> absolute() {
        var finder = finder();
        return gate.absolute().stream()
                .flatMap(rule -> finder.of(rule, rule.threshold().metric(), rule.levels()).stream())
                .toList();
    }

    private RuleResult relative(Weighed<RelativeRule> weighed, NoisyJudge noisy) {
        if (!comparison.hasBase()) {
            return RelativeJudge.without(Outcome.NO_BASE, weighed.ruled(), NO_BASE);
        }
        var judge = new RelativeJudge(noisy, acceptances, comparison.blocks());
        return weighed.evidence()
                .map(evidence -> judge.judge(weighed.ruled(), evidence))
                .orElseGet(() -> comparison.kind() == Comparison.Kind.PAIRED
                        ? RelativeJudge.without(
                                Outcome.NO_DATA,
                                weighed.ruled(),
                                RelativeJudge.noRatio(weighed.ruled().cell()))
                        : RelativeJudge.without(Outcome.NOT_JUDGED, weighed.ruled(), notPaired()));
    }

    private RuleResult exact(Weighed<ExactRule> weighed, NoisyJudge noisy) {
        var ruled = weighed.ruled();
        if (!comparison.hasBase()) {
            return ExactJudge.without(Outcome.NO_BASE, ruled, NO_BASE);
        }
        var judge = new ExactJudge(noisy, acceptances, comparison.blocks());
        if (comparison.kind() == Comparison.Kind.FORCED) {
            return ExactJudge.without(Outcome.NOT_JUDGED, ruled, notPaired());
        }
        if (!hasBothSides(ruled)) {
            return ExactJudge.without(Outcome.NO_DATA, ruled, "no values of base and head to compare");
        }
        return weighed.evidence()
                .map(evidence -> judge.unsteady(ruled, evidence))
                .orElseGet(() -> ExactJudge.isSteady(ruled.rule(), ruled.cell())
                        ? judge.steady(ruled)
                        : ExactJudge.without(
                                Outcome.NOT_JUDGED,
                                ruled,
                                "trials of one side differ by more than the slack; " + notPaired()));
    }

    private RuleResult absolute(RuledCell<AbsoluteRule> ruled) {
        var judged = new AbsoluteJudge(new LimitJudge(look), comparison.blocks()).judge(ruled);
        return comparison.kind() == Comparison.Kind.FORCED ? judged.without(Outcome.NOT_JUDGED, notPaired()) : judged;
    }

    private String notPaired() {
        return comparison.kind() == Comparison.Kind.FORCED
                ? "the results are not comparable"
                : "base and head were not measured in the same run, so their difference is not judged";
    }
}
