package dev.ralbench.command;

import dev.ralbench.report.ComparisonTable;
import dev.ralbench.report.ComparisonView;
import dev.ralbench.report.Page;
import dev.ralbench.report.RampTable;
import dev.ralbench.report.ReferenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What reports for people consist of.
 *
 * @param page that tables are set on
 * @param isRamp an overview by level instead of a table by metric
 * @param reference figures to hold the measured ones against; empty for none
 */
record TextReport(Page page, boolean isRamp, Set<ReferenceTable.Figures> reference) {
    TextReport {
        reference = Set.copyOf(reference);
    }

    /** The same on other paper. */
    TextReport on(Page other) {
        return new TextReport(other, isRamp, reference);
    }

    String terminal(ComparisonView view) {
        var lines = new ArrayList<String>();
        lines.addAll(isRamp ? new RampTable(view).render(page) : new ComparisonTable(view).render(page));
        if (!reference.isEmpty()) {
            lines.add("");
            lines.addAll(figures(view));
        }
        return String.join("\n", lines) + "\n";
    }

    /** As a block of fixed width; nothing where it was not asked for. */
    String reference(ComparisonView view) {
        return reference.isEmpty() ? "" : "\n```\n" + String.join("\n", figures(view)) + "\n```\n";
    }

    private List<String> figures(ComparisonView view) {
        return new ReferenceTable(view.comparison().runs(), reference).render(page);
    }
}
