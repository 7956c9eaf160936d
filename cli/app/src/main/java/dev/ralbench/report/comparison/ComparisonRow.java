package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.CellVerdicts;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.ChangeText;
import java.util.List;
import java.util.Optional;

/**
 * A line of a comparison's table, for all reports: one metric of one variant at one level.
 *
 * @param rule the one that the cell was judged by; empty if none is about it
 * @param words the verdict in words; empty if nothing is judged
 * @param change as the rule judged it, or else as the cell has it; empty if there is none
 */
record ComparisonRow(
        ComparisonView view,
        Cell cell,
        Optional<RuleResult> rule,
        Verdict verdict,
        String words,
        Optional<ChangeText> change) {

    static ComparisonRow of(ComparisonView view, RuleResult rule) {
        return new ComparisonRow(
                view, rule.cell(), Optional.of(rule), rule.judgement().verdict(), rule.words(), ChangeText.of(rule));
    }

    /**
     * The row of a cell that no rule is about.
     *
     * @param families whose tests were adjusted together; the first that judges the cell counts
     */
    static ComparisonRow of(ComparisonView view, Cell cell, List<CellVerdicts> families) {
        var verdict = families.stream()
                .map(family -> family.of(cell))
                .filter(found -> found != Verdict.NONE)
                .findFirst()
                .orElse(Verdict.NONE);
        var tolerated = cell.change().map(change -> tolerated(cell, change)).orElse("");
        return new ComparisonRow(view, cell, Optional.empty(), verdict, verdict.words(tolerated), ChangeText.of(cell));
    }

    private static String tolerated(Cell cell, Change change) {
        if (change.scale() == Change.Scale.LOG_RATIO) {
            return Numbers.plainPercent(cell.metric().comparison().material());
        }
        var unit = cell.metric().unit();
        double material = change.scale().materialHarm(cell.metric());
        return unit == MetricUnit.SHARE
                ? Numbers.narrowPoints(material) // so that a gate fits into 80 columns
                : "+" + Quantity.shown(unit, material);
    }

    Optional<RuleOutcome> outcome() {
        return rule.map(RuleResult::outcome);
    }

    /** The limit that its rule holds it to; empty if it is compared. */
    Optional<String> limit() {
        return rule.filter(judged -> !judged.rule().kind().isComparing())
                .map(judged -> judged.rule().bounds());
    }

    /** How notes call it: by its variant, too, if there are several. */
    String name() {
        return view.name(cell);
    }

    Emphasis emphasis() {
        return outcome().map(ComparisonRow::emphasis).orElseGet(() -> emphasis(verdict));
    }

    private static Emphasis emphasis(RuleOutcome outcome) {
        return switch (outcome) {
            case PASS -> Emphasis.GOOD;
            case FAIL, NO_DATA -> Emphasis.BAD;
            case INCONCLUSIVE, ACCEPTED, NOT_JUDGED, NO_BASE -> Emphasis.WARNING;
        };
    }

    private static Emphasis emphasis(Verdict verdict) {
        return switch (verdict) {
            case WORSE, BROKEN -> Emphasis.BAD;
            case BETTER -> Emphasis.GOOD;
            case SLIGHTLY_WORSE, NO_WORSE, INCONCLUSIVE, MET, NONE -> Emphasis.NONE;
        };
    }
}
