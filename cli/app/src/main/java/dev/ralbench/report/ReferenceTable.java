package dev.ralbench.report;

import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.reference.Reproduction;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Measured figures next to predicted (closed form) and published (study) ones, run by run. */
public final class ReferenceTable {
    private final List<RunResult> runs;
    private final Set<Figures> shown;

    /** The origin of figures. */
    public enum Figures {
        MEASURED,
        PREDICTED,
        PUBLISHED;

        /** The name in lower case, as users type it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param shown at least one */
    public ReferenceTable(List<RunResult> runs, Set<Figures> shown) {
        this.runs = List.copyOf(runs);
        this.shown = EnumSet.copyOf(shown);
    }

    private static String nothing(RunResult run) {
        return run.layout().design().capacity().isPresent()
                ? "a search for capacity, which has neither predictions nor published figures"
                : "no levels to hold against anything";
    }

    /** Lines without line ends. */
    public List<String> render(Page page) {
        var lines = new ArrayList<String>();
        var studies = new LinkedHashMap<String, Reproduction>();
        for (var run : runs) {
            var view = new RunView(run);
            var table = view.levels().isEmpty() ? List.<String>of() : WholeRunTable.render(view, page, shown);
            if (runs.size() > 1 && !table.isEmpty()) {
                lines.add(page.line(Emphasis.TITLE, "run " + run.origin().runId()));
            }
            lines.addAll(table.isEmpty() ? List.of("run " + run.origin().runId() + ": " + nothing(run)) : table);
            lines.add("");
            if (!table.isEmpty() && shown.contains(Figures.PUBLISHED)) {
                WholeRunTable.study(view).ifPresent(study -> studies.put(study.study(), study));
            }
        }
        studies.values().forEach(study -> lines.addAll(contradictions(study, page)));
        return List.copyOf(lines.isEmpty() ? lines : lines.subList(0, lines.size() - 1));
    }

    /** Contradictions and gaps of a source, and how they are read here; once for all runs. */
    private static List<String> contradictions(Reproduction study, Page page) {
        var lines = new ArrayList<String>();
        var notes = study.ambiguities();
        if (!notes.isEmpty()) {
            lines.add(page.line(Emphasis.TITLE, "where " + study.title() + " contradicts itself"));
            notes.forEach(note -> lines.addAll(page.wrapped(Emphasis.FAINT, note, 2)));
            lines.add("");
        }
        return lines;
    }
}
