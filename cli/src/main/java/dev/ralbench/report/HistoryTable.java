package dev.ralbench.report;

import dev.ralbench.compare.History;
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

    /** Lines without line ends. */
    public List<String> render(Page page) {
        var lines = new ArrayList<>(page.joined(text.what()));
        lines.add("");
        lines.addAll(new Table<>(text.columns(text.levelTitle(), MOST_EARLIER_RUNS)).render(text.groups(), page));
        lines.addAll(page.wrapped(Emphasis.FAINT, HistoryText.legend(), 2));
        text.steps()
                .forEach(step -> lines.addAll(
                        page.wrapped(step.startsWith("STEP") ? Emphasis.WARNING : Emphasis.FAINT, step, 2)));
        return List.copyOf(lines);
    }
}
