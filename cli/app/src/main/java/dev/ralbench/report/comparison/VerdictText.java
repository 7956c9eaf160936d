package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.CellVerdicts;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Verdict;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Quantity;
import dev.ralbench.page.Numbers;
import java.util.List;

/** The verdicts on cells that no rule is about, in words. */
record VerdictText(List<CellVerdicts> families) {
    VerdictText {
        families = List.copyOf(families);
    }

    Verdict verdict(Cell cell) {
        return families.stream()
                .map(family -> family.of(cell))
                .filter(verdict -> verdict != Verdict.NONE)
                .findFirst()
                .orElse(Verdict.NONE);
    }

    /** Such as {@code no worse than 5 %}; empty if nothing is judged. */
    String text(Cell cell) {
        return verdict(cell)
                .words(cell.change().map(change -> tolerated(cell, change)).orElse(""));
    }

    private static String tolerated(Cell cell, Change change) {
        if (change.scale() == Change.Scale.LOG_RATIO) {
            return Numbers.plainPercent(cell.metric().comparison().material());
        }
        var unit = cell.metric().unit();
        double material = change.scale().materialHarm(cell.metric());
        return unit == MetricUnit.SHARE
                ? Numbers.plainPercent(material).replace(" %", "pp") // so that a gate fits into 80 columns
                : "+" + Quantity.shown(unit, material);
    }
}
