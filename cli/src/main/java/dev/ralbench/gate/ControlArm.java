package dev.ralbench.gate;

import dev.ralbench.compare.Change.Scale;
import dev.ralbench.compare.Comparison;
import dev.ralbench.gate.Gate.RelativeRule;
import dev.ralbench.statistics.Holm;
import java.util.ArrayList;
import java.util.List;

/**
 * Base, measured a second time in each block under another name. It cannot differ from base: where it seems to, or where
 * so much noise lies between the two that nothing tolerable could be shown, the run says nothing about head either.
 */
final class ControlArm {
    private ControlArm() {}

    /** The variants that rules are about. */
    static List<String> judged(Gate gate, Comparison comparison) {
        return gate.design().control()
                ? comparison.variants().stream()
                        .filter(variant -> !variant.equals(GateDesign.CONTROL))
                        .toList()
                : comparison.variants();
    }

    static void doubts(Gate gate, Comparison comparison, Look look, List<String> doubts) {
        if (!gate.design().control()) {
            return;
        }
        if (!comparison.variants().contains(GateDesign.CONTROL)) {
            doubts.add("the gate asks for base a second time, as a variant named " + GateDesign.CONTROL
                    + ", and there is none");
            return;
        }
        var finder = new RuledCell.Finder(comparison, List.of(GateDesign.CONTROL));
        var cells = gate.relative().stream()
                .flatMap(rule -> finder.of(rule, rule.metric(), rule.levels()).stream())
                .filter(ruled -> ruled.cell().change().isPresent())
                .toList();
        judge(cells, gate, look, doubts);
    }

    private static void judge(List<RuledCell<RelativeRule>> cells, Gate gate, Look look, List<String> doubts) {
        double alpha = gate.decision().alpha();
        var members = new ArrayList<RuledCell<RelativeRule>>();
        var evidence = new ArrayList<Evidence>();
        for (var ruled : cells) {
            ruled.cell()
                    .change()
                    .filter(change -> change.scale() == Scale.LOG_RATIO)
                    .ifPresent(change -> {
                        members.add(ruled);
                        evidence.add(Evidence.of(change.perBlock(), look, alpha));
                    });
        }
        // Either direction is wrong here, so both p values count.
        double[] adjusted = Holm.adjusted(evidence.stream()
                .mapToDouble(found -> Math.min(1, 2 * Math.min(found.worse(), found.better())))
                .toArray());
        for (int i = 0; i < members.size(); i++) {
            judge(members.get(i), evidence.get(i), adjusted[i], alpha, doubts);
        }
    }

    private static void judge(
            RuledCell<RelativeRule> ruled, Evidence found, double adjusted, double alpha, List<String> doubts) {
        var metric = ruled.rule().metric();
        double tolerated = Harm.of(metric, ruled.rule().tolerate());
        if (adjusted <= alpha) {
            doubts.add("base differs from itself in " + ruled.cell().id() + " by "
                    + Words.change(metric, found.shown().estimate()) + " (" + Words.p(adjusted) + ")");
        } else if (found.shown().low() < -tolerated || found.shown().high() > tolerated) {
            doubts.add(
                    "base and its control lie further apart in " + ruled.cell().id() + " than the tolerated "
                            + Words.percent(ruled.rule().tolerate()) + " could be told from noise");
        }
    }
}
