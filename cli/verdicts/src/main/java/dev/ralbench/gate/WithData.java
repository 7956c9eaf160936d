package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Side;
import dev.ralbench.load.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A gate without the rules that say {@code if_present} and of which base has no value. If only head has none, the rule
 * stays: head has lost the value. Without a base, head decides which values exist.
 */
final class WithData {
    private final Comparison comparison;
    private final List<Gate.LeftOut> leftOut = new ArrayList<>();

    private WithData(Gate gate, Comparison comparison) {
        this.comparison = comparison;
        this.leftOut.addAll(gate.leftOut());
    }

    static Gate of(Gate gate, Comparison comparison) {
        var data = new WithData(gate, comparison);
        var rules = gate.rules().stream()
                .filter(rule -> !rule.kind().equals(DriftRule.KIND)) // not about a pair
                .filter(rule -> !rule.ifPresent() || data.isThere(rule))
                .toList();
        return gate.with(rules, data.leftOut);
    }

    private boolean isThere(Rule rule) {
        var metric = rule.metric();
        var levels = rule.levels().of(comparison.levels());
        boolean isThere = comparison.cells().stream()
                .filter(cell -> cell.metric() == metric && levels.contains(cell.level()))
                .map(this::known)
                .anyMatch(side -> !side.all().isEmpty());
        if (!isThere) {
            leftOut.add(new Gate.LeftOut(
                    rule.kind(),
                    metric.key() + "@" + levels.stream().map(Level::name).collect(Collectors.joining(",")) + ": "
                            + who() + " has no value"));
        }
        return isThere;
    }

    private Side known(Cell cell) {
        return comparison.hasBase() ? cell.base() : cell.head();
    }

    private String who() {
        return comparison.hasBase()
                ? comparison.baseline()
                : comparison.variants().getFirst();
    }
}
