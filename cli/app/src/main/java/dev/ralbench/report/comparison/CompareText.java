package dev.ralbench.report.comparison;

import dev.ralbench.compare.Comparison;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.report.ReferenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What compare says to people, on a terminal or as text in a file.
 *
 * @param page that tables are set on
 * @param isRamp an overview by level instead of a table by metric
 * @param isDetailed everything, however long
 * @param reference figures to hold the measured ones against; empty for none
 */
public record CompareText(Page page, boolean isRamp, boolean isDetailed, Set<ReferenceTable.Figures> reference) {
    /** The most columns of a horizontal rule; a longer one is no easier to see. */
    private static final int WIDEST_RULE = 80;

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
                lines.add(rule(section));
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
        boolean isAll = report.compared().stream()
                .map(CompareReport.Compared::view)
                .allMatch(view -> view.gate().isEmpty() && view.selection().isAll());
        return !isDetailed
                && isAll
                && report.compared().size() + report.overTime().size() > 1;
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

    private String rule(CompareReport.Section section) {
        var begin = "── " + section.scenario() + " ";
        int width = Math.min(page.width(), WIDEST_RULE);
        return page.line(Emphasis.TITLE, begin + "─".repeat(Math.max(0, width - Glyphs.width(begin))));
    }

    /** A single comparison is shown in full, whatever runs over time are next to it. */
    private List<String> section(CompareReport report, CompareReport.Section section) {
        boolean isOverview = isOverview(report);
        return switch (section) {
            case CompareReport.Compared compared ->
                compared(compared, isOverview && report.compared().size() > 1);
            case CompareReport.OverTime overTime -> overTime(overTime, isOverview);
            case CompareReport.Alone alone ->
                page.wrapped(Emphasis.FAINT, UncomparedText.of(alone.group(), isDetailed), 2);
            case CompareReport.Refused refused ->
                refused.refusal().lines().stream()
                        .flatMap(line -> page.wrapped(Emphasis.WARNING, line, 2).stream())
                        .toList();
        };
    }

    private List<String> overTime(CompareReport.OverTime overTime, boolean isOverview) {
        var lines = new ArrayList<String>();
        var apart = overTime.history().apart();
        if (!apart.isEmpty()) {
            lines.addAll(page.wrapped(Emphasis.NONE, Facts.unlikeOthers(overTime.scenario(), apart, isDetailed), 2));
        }
        lines.addAll(new HistoryTable(overTime.history()).render(page, isOverview));
        return lines;
    }

    private List<String> compared(CompareReport.Compared compared, boolean isOverview) {
        var view = compared.view();
        var lines = new ArrayList<String>();
        if (!compared.apart().isEmpty()) {
            lines.addAll(
                    page.wrapped(Emphasis.NONE, Facts.unlikeOthers(view.scenario(), compared.apart(), isDetailed), 2));
        }
        lines.addAll(table(view, isOverview));
        var machines = new MachineTable(view);
        if (!machines.isEmpty()) {
            lines.addAll(machines.render(page, isDetailed));
        }
        if (!reference.isEmpty()) {
            lines.add("");
            lines.addAll(figures(view.comparison()));
        }
        return lines;
    }

    private List<String> table(ComparisonView view, boolean isOverview) {
        if (isRamp) {
            return new RampTable(view).render(page);
        }
        return isOverview ? new ComparisonTable(view).overview(page) : new ComparisonTable(view).render(page);
    }

    /** The reference tables as fixed-width blocks for Markdown; empty if they were not requested. */
    public String reference(CompareReport report) {
        if (reference.isEmpty()) {
            return "";
        }
        var text = new StringBuilder();
        report.compared()
                .forEach(each -> text.append("\n```\n")
                        .append(String.join("\n", figures(each.view().comparison())))
                        .append("\n```\n"));
        return text.toString();
    }

    private List<String> figures(Comparison comparison) {
        return new ReferenceTable(comparison.runs(), reference).render(page);
    }
}
