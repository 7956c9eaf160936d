package dev.ralbench.report.comparison;

import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import java.util.ArrayList;
import java.util.List;

/** A history for a terminal. */
public final class HistoryTable {
    /** Values of earlier runs; a narrow page shows fewer. */
    private static final int MOST_EARLIER_RUNS = 4;

    private final HistoryText text;

    public HistoryTable(History history) {
        this.text = new HistoryText(history);
    }

    /**
     * Lines without line ends.
     *
     * @param isOverview only the few metrics that a ramp has too
     */
    public List<String> render(Page page, boolean isOverview) {
        var lines = new ArrayList<>(page.joined(text.what()));
        lines.add("");
        var groups = isOverview ? fewer(text.groups()) : text.groups();
        lines.addAll(new Table<>(text.columns(text.levelTitle(), MOST_EARLIER_RUNS)).render(groups, page));
        text.facts().forEach(fact -> lines.addAll(page.wrapped(Emphasis.NONE, fact, 2)));
        text.changes()
                .forEach(note ->
                        lines.addAll(page.wrapped(note.isNews() ? Emphasis.WARNING : Emphasis.FAINT, note.text(), 2)));
        lines.addAll(page.wrapped(Emphasis.FAINT, text.legend(), 2));
        return List.copyOf(lines);
    }

    /** Keeps the rows of the few most important metrics, or all rows if there is none of those. */
    private static List<List<HistoryRow>> fewer(List<List<HistoryRow>> groups) {
        var fewer = groups.stream()
                .map(rows -> rows.stream()
                        .filter(row -> RampTable.METRICS.contains(row.metric()))
                        .toList())
                .filter(rows -> !rows.isEmpty())
                .toList();
        return fewer.isEmpty() ? groups : fewer;
    }
}
