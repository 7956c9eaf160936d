package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.gate.GateResult.Decision;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Decides a gate from a comparison: pure, so that the same comparison, rules and day always give the same decision. Its
 * guarantees and their conditions are in docs/gates.md.
 */
public final class GateJudge {
    private final Gate gate;
    private final Comparison comparison;
    private final Acceptances acceptances;
    private final Look look;

    /** @param most blocks that are measured for the last look, those that do not count included */
    private GateJudge(Gate gate, Comparison comparison, LocalDate today, int most) {
        this.gate = gate;
        this.comparison = comparison;
        this.acceptances = new Acceptances(gate.accept(), today);
        this.look = comparison.hasBase()
                ? gate.spending(
                                comparison.levels(),
                                ControlArm.judged(gate, comparison).size())
                        .reached(comparison.blocks(), measuredBlocks(comparison) >= most)
                : Look.only(gate.decision().alpha());
    }

    /**
     * Judges all rules by what was measured: once all planned blocks were, no more will come, whether they count or not.
     *
     * @param today decides which acceptances still count
     */
    public static GateResult judge(Gate gate, Comparison comparison, LocalDate today) {
        return of(gate, comparison, today, planned(gate)).result();
    }

    /** Judges all rules while the run goes on, which replaces blocks that do not count. */
    public static GateResult judgeSoFar(Gate gate, Comparison comparison, LocalDate today) {
        return soFar(gate, comparison, today).result();
    }

    /**
     * Whether a run that goes on has lost so many blocks of a variant that more of them cannot make it a pass. To ask this
     * between two looks spends nothing of the levels: no rule fails by it.
     */
    public static boolean cannotPass(Gate gate, Comparison comparison, LocalDate today) {
        var judge = soFar(gate, comparison, today);
        return judge.result().decision() == Decision.INVALID
                && !judge.obstacles(ControlArm.of(judge.gate, comparison, judge.look))
                        .lost()
                        .isEmpty();
    }

    private static GateJudge soFar(Gate gate, Comparison comparison, LocalDate today) {
        int planned = planned(gate);
        return of(gate, comparison, today, planned + GateDesign.spareBlocks(planned));
    }

    private static GateJudge of(Gate gate, Comparison comparison, LocalDate today, int most) {
        return new GateJudge(GateFit.withData(gate, comparison), comparison, today, most);
    }

    private static int planned(Gate gate) {
        return gate.design().looks().getLast();
    }

    /** The number of measured blocks, including those that do not count. */
    private static int measuredBlocks(Comparison comparison) {
        return comparison.runs().stream()
                .mapToInt(run -> (int) run.trials().stream()
                        .map(trial -> trial.id().block())
                        .distinct()
                        .count())
                .sum();
    }

    /** A rule, one of its cells, and the differences in which chance has a say. */
    private record Weighed(Rule rule, Cell cell, Optional<Evidence> evidence) {
        boolean isOfFamily() {
            return rule.isNoisy() || evidence.isPresent();
        }

        RuleResult judged(RuleContext context) {
            return new RuleResult(rule, cell, rule.judge(cell, evidence, context));
        }
    }

    private GateResult result() {
        var weighed = weighed();
        int family = (int) weighed.stream().filter(Weighed::isOfFamily).count();
        var noisy = new NoisyJudge(
                look,
                gate.decision().failWhen(),
                family,
                weighed.stream().flatMap(each -> each.evidence().stream()).toList());
        var control = ControlArm.of(gate, comparison, look);
        var context = new RuleContext(comparison, noisy, acceptances, control.tooNoisy());
        var rules = weighed.stream().map(each -> each.judged(context)).toList();
        var obstacles = obstacles(control);
        var decision = decide(rules, obstacles);
        return new GateResult(
                gate.name(),
                gate.sha256(),
                decision,
                gate.decision().onInconclusive(),
                new GateResult.Confidence(
                        look,
                        comparison.hasBase() ? gate.design().looks() : List.of(gate.blocksWithoutBase()),
                        gate.decision().alpha(),
                        gate.decision().passAlpha(),
                        family),
                rules,
                new GateNotes(gate, comparison, acceptances, look, family).of(decision, rules, obstacles));
    }

    private DecisionObstacles obstacles(ControlArm control) {
        return DecisionObstacles.in(gate, comparison, control);
    }

    private List<Weighed> weighed() {
        var finder = new CellFinder(comparison, ControlArm.judged(gate, comparison));
        return gate.rules().stream()
                .flatMap(rule -> finder.of(rule.metric(), rule.levels()).stream()
                        .map(cell -> new Weighed(rule, cell, rule.evidence(cell, comparison.kind(), look))))
                .toList();
    }

    /**
     * Turns the outcomes of all rules into one decision. Reasons that invalidate the outcomes come first. Rules that
     * lack a base do not count, and without a base there is no pass.
     */
    private Decision decide(List<RuleResult> all, DecisionObstacles obstacles) {
        var rules = all.stream().filter(rule -> !rule.lacksBase()).toList();
        if (obstacles.beyond().isPresent()) {
            return Decision.FAIL; // nothing that the other blocks show can outweigh it
        }
        if (comparison.kind() == ComparisonKind.FORCED || rules.stream().noneMatch(RuleResult::isJudged)) {
            return Decision.INCOMPARABLE;
        }
        if (comparison.hasBase() && gate.isLeftWithoutComparison() && !any(rules, RuleOutcome.FAIL)) {
            return Decision.INCOMPARABLE; // limits that are met say nothing about the change
        }
        if (!obstacles.reasons().isEmpty()) {
            return Decision.INVALID;
        }
        if (any(rules, RuleOutcome.FAIL)) {
            return Decision.FAIL;
        }
        if (!obstacles.lost().isEmpty()) {
            return Decision.INVALID; // more blocks cannot make it a pass
        }
        if (!rules.stream().allMatch(RuleResult::isJudged)) {
            return Decision.INCOMPARABLE; // a pass would cover rules without any data
        }
        boolean mayContinue = comparison.kind() == ComparisonKind.PAIRED && !look.isLast();
        if (any(rules, RuleOutcome.INCONCLUSIVE) || !obstacles.open().isEmpty()) {
            return mayContinue ? Decision.CONTINUE : Decision.INCONCLUSIVE;
        }
        if (mayContinue && !obstacles.early().isEmpty()) {
            return Decision.CONTINUE;
        }
        return comparison.kind() == ComparisonKind.NO_BASE ? Decision.BASELINE : Decision.PASS;
    }

    private static boolean any(List<RuleResult> rules, RuleOutcome outcome) {
        return rules.stream().anyMatch(rule -> rule.outcome() == outcome);
    }
}
