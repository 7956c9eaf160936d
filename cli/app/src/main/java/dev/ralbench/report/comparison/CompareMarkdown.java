package dev.ralbench.report.comparison;

import static dev.ralbench.page.Markdown.escaped;

import dev.ralbench.gate.DriftResult;
import dev.ralbench.gate.GateResult;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The output of compare as a pull-request comment: a section for each group of results. */
public final class CompareMarkdown {
    /** Values of earlier runs in the table of a history. */
    private static final int MOST_EARLIER_RUNS = 9;

    private final CompareReport report;
    private final Glyphs signs;
    private final boolean isDetailed;
    private final Pictures pictures;

    /** @param pictures get those of comparisons without a gate: with one it is a comment, which has no files next to it */
    public CompareMarkdown(CompareReport report, Glyphs signs, boolean isDetailed, Pictures pictures) {
        this.report = report;
        this.signs = signs;
        this.isDetailed = isDetailed;
        this.pictures = pictures;
    }

    /** The text with a line end. The first line is a mark by which the comment is found and replaced. */
    public String render() {
        var lines = new ArrayList<String>();
        lines.add(mark());
        for (var section : report.sections()) {
            if (lines.size() > 1) {
                lines.add("");
            }
            lines.addAll(section(section));
        }
        if (!report.leftOut().isEmpty()) {
            lines.add("");
            report.leftOut().forEach(each -> lines.add("- left out: " + escaped(each.file() + ": " + each.reason())));
        }
        var text = lines.stream()
                .map(line -> signs == Glyphs.ASCII
                        ? line.lines().map(signs::spelled).collect(Collectors.joining("\n"))
                        : line)
                .collect(Collectors.joining("\n"));
        return text + "\n";
    }

    private List<String> section(CompareReport.Section section) {
        return switch (section) {
            case CompareReport.Compared compared ->
                new ComparisonMarkdown(compared.view(), signs, pictures).section(compared.apart(), isDetailed);
            case CompareReport.Refused refused -> refused.refusal().section(signs);
            case CompareReport.OverTime overTime -> history(overTime);
            case CompareReport.Alone alone -> List.of(escaped(UncomparedText.of(alone.group(), isDetailed)));
        };
    }

    private static List<String> history(CompareReport.OverTime overTime) {
        var text = new HistoryText(overTime.history());
        var lines = new ArrayList<String>();
        lines.add("### " + escaped(String.join(", ", text.what())));
        lines.add("");
        lines.addAll(new Table<>(text.columns(text.levelTitle(), MOST_EARLIER_RUNS)).markdown(text.groups()));
        lines.add("");
        overTime.driftText().ifPresent(drift -> {
            lines.add("**" + escaped(drift.result()) + "**");
            lines.add("");
            drift.rules().forEach(rule -> lines.add("- " + escaped(rule)));
            drift.drift().notes().forEach(note -> lines.add("- " + escaped(note)));
        });
        text.facts().forEach(fact -> lines.add("- " + escaped(fact)));
        text.changes().forEach(note -> lines.add("- " + escaped(note.text())));
        lines.add("- " + escaped(text.legend()));
        return lines;
    }

    /**
     * A hidden mark that stays the same for a gate, or without one for the scenarios, so that the comment can be
     * found again.
     */
    private String mark() {
        var gate = report.compared().stream()
                .flatMap(each -> each.view().gate().stream())
                .map(GateResult::name)
                .findFirst()
                .or(() -> report.overTime().stream()
                        .flatMap(each -> each.drift().stream())
                        .map(DriftResult::gate)
                        .findFirst())
                .or(() -> report.refused().stream()
                        .flatMap(each -> each.refusal().gate().stream())
                        .findFirst());
        return mark(
                gate,
                report.sections().stream()
                        .map(CompareReport.Section::scenario)
                        .distinct()
                        .toList());
    }

    /** Names cannot end it. */
    private static String mark(Optional<String> gate, List<String> scenarios) {
        var subject = gate.map(name -> "gate=" + name).orElse("compare=" + String.join("-", scenarios));
        return "<!-- ralbench:" + subject.replaceAll("[^A-Za-z0-9=._-]", "-").replaceAll("--+", "-") + " -->";
    }
}
