package dev.ralbench.report;

import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What was measured beside what a closed form predicts and what a study published, run by run. */
public final class ReferenceTable {
    private final List<RunResult> runs;
    private final Set<Figures> shown;

    /** Where figures come from. */
    public enum Figures {
        MEASURED,
        PREDICTED,
        PUBLISHED;

        /** As it is typed and listed. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The table of some runs.
     *
     * @param shown at least one
     */
    public ReferenceTable(List<RunResult> runs, Set<Figures> shown) {
        this.runs = List.copyOf(runs);
        this.shown = EnumSet.copyOf(shown);
    }

    private static String nothing(RunResult run) {
        return run.design().capacity().isPresent()
                ? "a search for capacity, whose loads nobody predicted or published"
                : "no levels to hold against anything";
    }

    /** Lines without line ends. */
    public List<String> render(Page page) {
        var lines = new ArrayList<String>();
        for (var run : runs) {
            var view = new RunView(run);
            var table = view.levels().isEmpty() ? List.<String>of() : WholeRunTable.render(view, page, shown);
            if (runs.size() > 1 && !table.isEmpty()) {
                lines.add(page.line(Emphasis.TITLE, "run " + run.runId()));
            }
            lines.addAll(table.isEmpty() ? List.of("run " + run.runId() + ": " + nothing(run)) : table);
            lines.add("");
        }
        return List.copyOf(lines.isEmpty() ? lines : lines.subList(0, lines.size() - 1));
    }
}
