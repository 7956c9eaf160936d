package dev.ralbench.report.comparison;

import static dev.ralbench.page.Markdown.code;
import static dev.ralbench.page.Markdown.escaped;

import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.DriftResult;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.Table;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelPicture;
import dev.ralbench.report.Note;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The output of compare as a pull-request comment: a section for each group of results. */
public final class CompareMarkdown {
    /** More passed rules than these are one line. */
    private static final int MOST_PASSED = 4;

    private static final int RANK_OF_PASSED = 3;

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
            case CompareReport.Compared compared -> comparison(compared);
            case CompareReport.Refused refused -> refused.refusal().section(signs);
            case CompareReport.OverTime overTime -> history(overTime);
            case CompareReport.Alone alone -> List.of(escaped(alone.why(isDetailed)));
        };
    }

    /** A headline, the main results, and everything else folded away. */
    private List<String> comparison(CompareReport.Compared compared) {
        var view = compared.view();
        var apart = compared.apart();
        var table = new ComparisonTable(view);
        var notes = new ComparisonNotes(table);
        var lines = new ArrayList<String>();
        lines.add("### " + headline(view));
        notes.of(Note.Kind.BANNER).forEach(note -> lines.addAll(List.of("", "**" + escaped(note.text()) + "**")));
        if (!apart.isEmpty()) {
            lines.addAll(List.of("", escaped(Facts.unlikeOthers(view.scenario(), apart, isDetailed))));
        }
        lines.add("");
        lines.addAll(view.gate().isPresent() ? ruleTable(table) : table.markdown(table.headline(), signs));
        lines.add("");
        pictures(table).forEach(line -> lines.addAll(List.of(line, "")));
        notes.of(Note.Kind.OPPOSITE_MEDIANS).forEach(note -> lines.addAll(List.of(escaped(note.text()) + ".", "")));
        lines.add(escaped(facts(table)));
        notes.of(Note.Kind.VALUES, Note.Kind.INTERVALS)
                .forEach(note -> lines.addAll(List.of("", escaped(note.text()))));
        lines.addAll(machines(table));
        lines.addAll(details(table));
        return lines;
    }

    private List<String> pictures(ComparisonTable table) {
        var view = table.view();
        if (view.gate().isPresent()) {
            return List.of();
        }
        var lines = new ArrayList<>(ChangePicture.markdown(table, pictures));
        if (view.comparison().runs().size() == 1) {
            lines.addAll(LevelPicture.markdown(view.comparison().runs().getFirst(), pictures));
        }
        return lines;
    }

    private List<String> machines(ComparisonTable of) {
        var table = new MachineTable(of);
        if (table.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<>(List.of(""));
        table.legend(isDetailed).forEach(line -> lines.add("- " + escaped(line)));
        lines.add("");
        var rows = table.rows(isDetailed);
        if (!rows.isEmpty()) {
            lines.addAll(new Table<>(table.columns()).markdown(List.of(rows)));
            lines.add("");
        }
        lines.add(escaped(table.summary()));
        return lines;
    }

    private String headline(ComparisonView view) {
        return view.gate()
                .map(gate -> "ralbench " + code(gate.name()) + ": " + sign(gate) + " " + decision(gate))
                .orElseGet(() -> "ralbench compare " + code(view.scenario()) + ": "
                        + escaped(view.title(view.comparison().baseline()) + " → " + view.titles()));
    }

    private String decision(GateResult gate) {
        var decisive = GateText.decisive(gate);
        var what = switch (gate.decision()) {
            case PASS -> "all " + gate.rules().size() + " rules passed";
            case BASELINE -> "baseline: " + GateText.baseline(gate);
            case FAIL -> decisive.size() + " of " + gate.rules().size() + " rules failed";
            case INCONCLUSIVE ->
                decisive.size() + " of " + gate.rules().size() + " rules inconclusive"
                        + (gate.isWarning() ? ", a warning only" : "");
            case CONTINUE -> "inconclusive so far, more blocks needed";
            case INVALID -> "the measurement cannot be trusted";
            case INCOMPARABLE ->
                gate.comparedNothing()
                        ? GateText.comparedNothing(gate)
                        : decisive.size() + " of " + gate.rules().size() + " rules not judged";
        };
        var changes = decisive.stream()
                .limit(2)
                .map(rule -> rule.cell().metric().title()
                        + ChangeText.of(rule)
                                .map(change -> " " + change.estimateText())
                                .orElse("")
                        + " at " + rule.cell().level().name())
                .collect(Collectors.joining(", "));
        return what + (changes.isEmpty() ? "" : " — " + escaped(changes));
    }

    private String sign(GateResult gate) {
        return switch (gate.decision()) {
            case PASS -> emoji("✅");
            case FAIL -> emoji("❌");
            case INCONCLUSIVE, CONTINUE -> emoji(gate.isWarning() ? "⚠️" : "❔");
            case BASELINE, INVALID, INCOMPARABLE -> emoji("⚠️");
        };
    }

    private String emoji(String sign) {
        return signs == Glyphs.ASCII ? "" : sign;
    }

    /** Failed, undecided, improved, passed, without a base. */
    private List<String> ruleTable(ComparisonTable table) {
        var rules = table.view().rules();
        var passed = rules.stream().filter(rule -> rank(rule) == RANK_OF_PASSED).toList();
        boolean isFolded = passed.size() > MOST_PASSED;
        var shown = table.ruled().stream()
                .filter(row -> !isFolded || rank(row) != RANK_OF_PASSED)
                .sorted(Comparator.comparingInt(CompareMarkdown::rank))
                .toList();
        return table.markdownOfRules(shown, isFolded ? passed : List.of(), signs);
    }

    private static int rank(ComparisonRow row) {
        return row.rule().map(CompareMarkdown::rank).orElseThrow();
    }

    private static int rank(RuleResult rule) {
        return switch (rule.outcome()) {
            case FAIL, NO_DATA, NOT_JUDGED -> 0;
            case INCONCLUSIVE -> 1;
            case ACCEPTED -> 2;
            case PASS -> rule.judgement().verdict() == Verdict.BETTER ? 2 : RANK_OF_PASSED;
            case NO_BASE -> 4;
        };
    }

    private static String facts(ComparisonTable table) {
        var view = table.view();
        var parts = new ArrayList<>(new ComparisonHeader(view).design());
        var seen = table.detectable();
        if (view.isJudged() && !seen.isEmpty()) {
            parts.add("would see "
                    + seen.entrySet().stream()
                            .map(each -> "≥ " + Numbers.share(each.getValue()) + " " + each.getKey())
                            .collect(Collectors.joining(", ")));
        }
        return String.join("; ", parts) + ".";
    }

    private List<String> details(ComparisonTable table) {
        var view = table.view();
        var lines = new ArrayList<String>();
        lines.add("<details><summary>All metrics, environment, validity</summary>");
        lines.add("");
        var rest = table.rest();
        if (!rest.isEmpty()) {
            lines.addAll(table.markdown(rest, signs));
            lines.add("");
        }
        view.rules()
                .forEach(rule -> lines.add(
                        "- " + escaped(rule.id() + ": " + rule.judgement().why())));
        lines.add("- " + escaped(String.join(", ", new ComparisonHeader(view).validity())));
        for (var run : view.comparison().runs()) {
            lines.add("- run "
                    + escaped(run.origin().runId() + ", " + run.origin().tool() + ", "
                            + named(run.fingerprint().machine())));
        }
        view.remarks().forEach(note -> lines.add("- " + escaped(note)));
        lines.add("");
        lines.add("</details>");
        return lines;
    }

    private static String named(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
    }

    private static List<String> history(CompareReport.OverTime overTime) {
        var text = new HistoryText(overTime.history());
        var lines = new ArrayList<String>();
        lines.add("### " + escaped(String.join(", ", text.what())));
        lines.add("");
        lines.addAll(text.markdown());
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
