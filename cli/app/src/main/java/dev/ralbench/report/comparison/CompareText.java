package dev.ralbench.report.comparison;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.Difference;
import dev.ralbench.metric.Metric;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.report.Note;
import dev.ralbench.report.ReferenceTable;
import dev.ralbench.report.RunTable;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compare's output for people, on a terminal or as text in a file.
 *
 * @param page that tables are set on
 * @param isRamp an overview by level instead of a table by metric
 * @param isDetailed everything, however long
 * @param reference figures to hold the measured ones against; empty for none
 */
public record CompareText(Page page, boolean isRamp, boolean isDetailed, Set<ReferenceTable.Figures> reference) {
    public CompareText {
        reference = Set.copyOf(reference);
    }

    /** A copy that is laid out for another page. */
    public CompareText on(Page other) {
        return new CompareText(other, isRamp, isDetailed, reference);
    }

    /** The text with a line end. */
    public String render(CompareReport report) {
        var lines = new ArrayList<String>();
        if (report.hasSeveral()) {
            lines.addAll(page.wrapped(Emphasis.NONE, contents(report), 2));
        }
        for (var section : report.sections()) {
            if (report.hasSeveral()) {
                lines.add("");
                lines.add(page.rule(section.scenario()));
            }
            lines.addAll(section(report, section));
        }
        if (report.isWorseThanItsGates()) {
            lines.add(page.line(
                    Emphasis.BAD,
                    "RESULT " + report.decision().orElseThrow() + " not every result could be judged  exit "
                            + report.exitCode()));
        }
        return String.join("\n", lines) + "\n";
    }

    /** Several tables with every metric would fill hundreds of lines. */
    private boolean isOverview(CompareReport report) {
        return !isDetailed && report.hasSeveralFullTables();
    }

    private String contents(CompareReport report) {
        int runs = report.compared().stream()
                .mapToInt(each -> each.view().comparison().runs().size())
                .sum();
        var parts = new ArrayList<String>();
        if (runs > 0) {
            parts.add(Numbers.counted(runs, "result") + " in "
                    + Numbers.counted(report.compared().size(), "comparison"));
        }
        count(parts, report.overTime().size(), "history", "histories");
        count(parts, report.refused().size(), "refusal", "refusals");
        count(parts, report.alone().size(), "result that stands alone", "results that stand alone");
        var what = String.join(", ", parts);
        return isOverview(report) ? what + ". Overviews; --details shows every metric." : what + ".";
    }

    private static void count(List<String> parts, int count, String one, String several) {
        if (count > 0) {
            parts.add(count + " " + (count == 1 ? one : several));
        }
    }

    /** A single comparison is shown in full, whatever runs over time are next to it. */
    private List<String> section(CompareReport report, CompareReport.Section section) {
        boolean isOverview = isOverview(report);
        return switch (section) {
            case CompareReport.Compared compared ->
                compared(compared, isOverview && report.compared().size() > 1, isWithFigures(report, compared.view()));
            case CompareReport.OverTime overTime -> overTime(overTime, isOverview);
            case CompareReport.Alone alone -> page.wrapped(Emphasis.FAINT, alone.why(isDetailed), 2);
            case CompareReport.Refused refused ->
                refused.refusal().lines().stream()
                        .flatMap(line -> page.wrapped(Emphasis.WARNING, line, 2).stream())
                        .toList();
        };
    }

    private List<String> overTime(CompareReport.OverTime overTime, boolean isOverview) {
        var lines = new ArrayList<>(
                unlikeOthers(overTime.scenario(), overTime.history().apart()));
        lines.addAll(new HistoryText(overTime.history()).render(page, isOverview));
        overTime.driftText().ifPresent(drift -> {
            var outcomes = drift.drift().rules();
            var rules = drift.rules();
            for (int i = 0; i < rules.size(); i++) {
                lines.addAll(page.wrapped(DriftText.emphasis(outcomes.get(i).outcome()), rules.get(i), 2));
            }
            drift.drift().notes().forEach(note -> lines.addAll(page.wrapped(Emphasis.WARNING, note, 2)));
            lines.add(page.line(drift.emphasis(), drift.result()));
        });
        return lines;
    }

    /** Of a single run, what it says by itself comes first, unless a gate or a selection asks for something else. */
    private boolean isWithFigures(CompareReport report, ComparisonView view) {
        return view.comparison().kind() == ComparisonKind.PAIRED
                && view.comparison().runs().size() == 1
                && view.gate().isEmpty()
                && view.selection().isAll()
                && !isRamp
                && !report.hasSeveral();
    }

    private List<String> compared(CompareReport.Compared compared, boolean isOverview, boolean isWithFigures) {
        var view = compared.view();
        var table = new ComparisonTable(view);
        var lines = new ArrayList<>(unlikeOthers(view.scenario(), compared.apart()));
        if (isWithFigures) {
            lines.addAll(figures(
                    view.comparison().runs().getFirst(), view.comparison().baseline()));
        }
        if (isRamp) {
            lines.addAll(new RampTable(view).render(page));
        } else {
            lines.addAll(isOverview ? overview(table) : comparison(table));
        }
        var machines = new MachineTable(table);
        if (!machines.isEmpty()) {
            lines.addAll(machines.render(page, isDetailed));
        }
        if (!reference.isEmpty()) {
            lines.add("");
            lines.addAll(figures(view.comparison()));
        }
        return lines;
    }

    /** Header, table, remarks, and the gate's decision. */
    List<String> comparison(ComparisonTable table) {
        var view = table.view();
        var notes = new ComparisonNotes(table);
        var lines = head(view, notes);
        lines.addAll(table.terminal(page));
        notes.below().forEach(note -> lines.addAll(note.lines(page)));
        view.gate()
                .ifPresent(gate -> lines.addAll(page.wrapped(
                        GateText.emphasis(gate.decision()), GateText.result(gate) + "  exit " + view.exitCode(), 2)));
        return lines;
    }

    /** A line per level in place of the table. */
    private List<String> overview(ComparisonTable table) {
        var view = table.view();
        var notes = new ComparisonNotes(table);
        var lines = head(view, notes);
        var others = RampTable.METRICS.stream().skip(1).map(Metric::title).collect(Collectors.joining(", "));
        lines.add(page.line(Emphasis.FAINT, "goodput at each level; changes of " + others + " next to it"));
        lines.addAll(new RampTable(view).render(page));
        notes.of(Note.Kind.COMPARISON, Note.Kind.GATE).forEach(note -> lines.addAll(note.lines(page)));
        return lines;
    }

    private List<String> head(ComparisonView view, ComparisonNotes notes) {
        var lines = new ArrayList<String>();
        new ComparisonHeader(view).lines().forEach(parts -> lines.addAll(page.joined(parts)));
        notes.of(Note.Kind.BANNER).forEach(note -> lines.addAll(note.lines(page)));
        lines.add("");
        return lines;
    }

    private List<String> figures(RunResult run, String baseline) {
        var lines = new ArrayList<>(new RunTable(run, RunTable.Detail.SHORT).overview(page, baseline));
        if (!lines.isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    private List<String> unlikeOthers(String scenario, List<Difference> apart) {
        return apart.isEmpty()
                ? List.of()
                : page.wrapped(Emphasis.NONE, Facts.unlikeOthers(scenario, apart, isDetailed), 2);
    }

    /** The reference tables as fixed-width blocks for Markdown; empty if they were not requested. */
    public String reference(CompareReport report) {
        if (reference.isEmpty()) {
            return "";
        }
        return report.compared().stream()
                .map(each -> String.join("\n", figures(each.view().comparison())))
                .map(table -> "\n```\n" + table + "\n```\n")
                .collect(Collectors.joining());
    }

    private List<String> figures(Comparison comparison) {
        return new ReferenceTable(comparison.runs(), reference).render(page);
    }
}
