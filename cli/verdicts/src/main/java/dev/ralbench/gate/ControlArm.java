package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.statistics.Holm;
import dev.ralbench.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Base, measured a second time in each block under another name. It cannot differ from base. If it seems to, or if the
 * noise between the two is too large to show anything tolerable, the run says nothing about head either.
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

    /**
     * The result.
     *
     * @param differences between base and itself, in words
     * @param tooNoisy metrics in which nothing tolerable can be shown yet, in words
     */
    record Findings(List<String> differences, List<String> tooNoisy) {
        Findings {
            differences = List.copyOf(differences);
            tooNoisy = List.copyOf(tooNoisy);
        }
    }

    static Findings judge(Gate gate, Comparison comparison, Look look) {
        if (!gate.design().control()) {
            return new Findings(List.of(), List.of());
        }
        if (!comparison.variants().contains(GateDesign.CONTROL)) {
            var absent = "the gate asks for base a second time, as a variant named " + GateDesign.CONTROL
                    + ", and there is none";
            return new Findings(List.of(absent), List.of());
        }
        var finder = new RuledCell.Finder(comparison, List.of(GateDesign.CONTROL));
        var relative = gate.rules(RelativeRule.class).stream()
                .flatMap(rule -> finder.of(rule).stream())
                .toList();
        var noisy = noisy(relative, look);
        var counted = gate.rules(ExactRule.class).stream()
                .flatMap(rule -> finder.of(rule).stream())
                .flatMap(ruled -> counted(ruled).stream());
        return new Findings(Stream.concat(noisy.differences().stream(), counted).toList(), noisy.tooNoisy());
    }

    private static Findings noisy(List<RuledCell<RelativeRule>> cells, Look look) {
        var members =
                cells.stream().filter(ruled -> !ruled.cell().harms().isEmpty()).toList();
        var evidence = members.stream()
                .map(ruled -> Evidence.of(ruled.cell().harms(), look))
                .toList();
        // Either direction is wrong here, so both p values count.
        double[] adjusted = Holm.adjusted(evidence.stream()
                .mapToDouble(found -> Math.min(1, 2 * Math.min(found.worse(), found.better())))
                .toArray());
        var differences = new ArrayList<String>();
        var tooNoisy = new ArrayList<String>();
        for (int i = 0; i < members.size(); i++) {
            var rule = members.get(i).rule();
            var id = members.get(i).cell().id();
            if (adjusted[i] <= look.alpha()) {
                differences.add("base differs from itself in " + id + " by "
                        + GateNumbers.change(rule.metric(), evidence.get(i).estimate()) + " ("
                        + GateNumbers.p(adjusted[i]) + ")");
            } else if (isWide(evidence.get(i).bounds(), rule.margins().tolerate())) {
                tooNoisy.add("base and its control vary so much in " + id + " that the tolerated "
                        + GateNumbers.percent(rule.tolerate()) + " cannot be told from noise");
            }
        }
        return new Findings(differences, tooNoisy);
    }

    private static boolean isWide(Interval found, double tolerated) {
        return found.low() < -tolerated || found.high() > tolerated;
    }

    /** Counts that are the same in all trials of each, and another number in the other. */
    private static Optional<String> counted(RuledCell<ExactRule> ruled) {
        var cell = ruled.cell();
        if (!RuleContext.hasBothSides(cell) || !ruled.rule().isSteady(cell)) {
            return Optional.empty();
        }
        double difference = ExactRule.median(cell.head().trials())
                - ExactRule.median(cell.base().trials());
        return Math.abs(difference) > ruled.rule().limit()
                ? Optional.of("base differs from itself in " + cell.id() + " by "
                        + GateNumbers.value(cell.metric(), Math.abs(difference)))
                : Optional.empty();
    }
}
