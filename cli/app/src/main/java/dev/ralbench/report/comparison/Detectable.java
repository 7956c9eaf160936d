package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Hints;
import dev.ralbench.gate.RuleResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The relative change that would have been found with a probability of 95 %, by the metric's title. */
final class Detectable {
    private Detectable() {}

    /** Of the rules of a gate, or without one of the cells that the table shows. */
    static Map<String, Double> of(ComparisonView view) {
        return view.gate().isPresent() ? ofRules(view.rules()) : ofCells(view.headline());
    }

    private static Map<String, Double> ofRules(List<RuleResult> rules) {
        var largest = new LinkedHashMap<String, Double>();
        for (var rule : rules) {
            rule.judgement()
                    .detectable()
                    .filter(Double::isFinite)
                    .ifPresent(share -> largest.merge(rule.cell().metric().title(), share, Math::max));
        }
        return largest;
    }

    private static Map<String, Double> ofCells(List<Cell> cells) {
        var largest = new LinkedHashMap<String, Double>();
        for (var cell : cells) {
            cell.change()
                    .map(change -> Hints.detectable(cell.metric(), change))
                    .filter(share -> share.isPresent())
                    .ifPresent(share -> largest.merge(cell.metric().title(), share.getAsDouble(), Math::max));
        }
        return largest;
    }
}
