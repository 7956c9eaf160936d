package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.statistics.Holm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Base, measured a second time in each block under another name. It cannot differ from base: if it seems to, the run says
 * nothing about head either. If the noise between the two is too large to show anything tolerable in one metric, the rule
 * on that metric cannot pass; a regression that is proven stays proven.
 *
 * @param differences between base and itself, in words: the run says nothing about head
 * @param tooNoisy metrics in which nothing tolerable can be shown yet, so that their rules cannot pass: why, by the rule's
 *     id such as {@code stall@256}
 */
record ControlArm(List<String> differences, Map<String, String> tooNoisy) {
    ControlArm {
        differences = List.copyOf(differences);
        tooNoisy = Map.copyOf(tooNoisy);
    }

    /** The variants that rules are about. */
    static List<String> judged(Gate gate, Comparison comparison) {
        return gate.design().control()
                ? comparison.variants().stream()
                        .filter(variant -> !variant.equals(GateDesign.CONTROL))
                        .toList()
                : comparison.variants();
    }

    static ControlArm of(Gate gate, Comparison comparison, Look look) {
        if (!gate.design().control() || comparison.kind() != ComparisonKind.PAIRED) {
            return new ControlArm(List.of(), Map.of());
        }
        if (!comparison.variants().contains(GateDesign.CONTROL)) {
            var absent = "the gate asks for base a second time, as a variant named " + GateDesign.CONTROL
                    + ", and there is none";
            return new ControlArm(List.of(absent), Map.of());
        }
        var finder = new CellFinder(comparison, List.of(GateDesign.CONTROL));
        var noisy = noisy(gate, finder, look);
        var counted = gate.rules(ExactRule.class).stream()
                .flatMap(rule ->
                        finder.of(rule.metric(), rule.levels()).stream().flatMap(cell -> counted(rule, cell).stream()));
        return new ControlArm(
                Stream.concat(noisy.differences().stream(), counted).toList(), noisy.tooNoisy());
    }

    private record Member(RelativeRule rule, Cell cell, Evidence evidence) {}

    private static ControlArm noisy(Gate gate, CellFinder finder, Look look) {
        var members = gate.rules(RelativeRule.class).stream()
                .flatMap(rule -> finder.of(rule.metric(), rule.levels()).stream()
                        .filter(cell -> !cell.harms().isEmpty())
                        .map(cell -> new Member(rule, cell, Evidence.of(cell.harmsByRun(), look))))
                .toList();
        var evidence = members.stream().map(Member::evidence).toList();
        double[] adjusted = adjusted(evidence);
        var differences = IntStream.of(differing(evidence, look))
                .mapToObj(i -> "base differs from itself in "
                        + members.get(i).cell().id() + " by "
                        + GateNumbers.change(
                                members.get(i).rule().metric(), evidence.get(i).estimate())
                        + " (" + GateNumbers.p(adjusted[i]) + ")")
                .toList();
        var tooNoisy = new HashMap<String, String>();
        for (var member : members) {
            var rule = member.rule();
            if (isTooNoisy(member.evidence(), rule.margins().tolerate())) {
                tooNoisy.putIfAbsent(
                        member.cell().id(),
                        "base and its control vary so much that the tolerated " + rule.tolerated()
                                + " cannot be told from noise");
            }
        }
        return new ControlArm(differences, tooNoisy);
    }

    /** Places of what seems to differ. */
    static int[] differing(List<Evidence> evidence, Look look) {
        double[] adjusted = adjusted(evidence);
        return IntStream.range(0, adjusted.length)
                .filter(i -> adjusted[i] <= look.alpha())
                .toArray();
    }

    /** Either direction is wrong here, so both p values count. */
    private static double[] adjusted(List<Evidence> evidence) {
        return Holm.adjusted(evidence.stream()
                .mapToDouble(found -> Math.min(1, 2 * Math.min(found.worse(), found.better())))
                .toArray());
    }

    static boolean isTooNoisy(Evidence evidence, double tolerated) {
        return evidence.bounds().low() < -tolerated || evidence.high() > tolerated;
    }

    /** Counts that are the same in all trials of each, and another number in the other. */
    private static Optional<String> counted(ExactRule rule, Cell cell) {
        if (!RuleContext.hasBothSides(cell) || !rule.isSteady(cell)) {
            return Optional.empty();
        }
        double difference = ExactRule.median(cell.head().trials())
                - ExactRule.median(cell.base().trials());
        return Math.abs(difference) > rule.limit()
                ? Optional.of("base differs from itself in " + cell.id() + " by "
                        + GateNumbers.value(cell.metric(), Math.abs(difference)))
                : Optional.empty();
    }
}
