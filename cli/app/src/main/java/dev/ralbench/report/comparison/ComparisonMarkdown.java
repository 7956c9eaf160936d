package dev.ralbench.report.comparison;

import static dev.ralbench.page.Markdown.code;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Difference;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Markdown;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.Table;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelPicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A comparison as a part of a comment on a pull request: a headline, main results, and everything else folded away. */
final class ComparisonMarkdown {
    /** More passed rules than these are one line. */
    private static final int MOST_PASSED = 4;

    private final ComparisonView view;
    private final Glyphs signs;
    private final MarkdownTable tables;
    private final Pictures pictures;

    ComparisonMarkdown(ComparisonView view, Glyphs signs, Pictures pictures) {
        this.view = view;
        this.signs = signs;
        this.pictures = pictures;
        this.tables = new MarkdownTable(view, signs);
    }

    /** Lines without the mark by which the comment is found. */
    List<String> section(List<Difference> apart, boolean isDetailed) {
        var lines = new ArrayList<String>();
        lines.add("### " + headline());
        new ComparisonTable(view).banner().forEach(text -> lines.addAll(List.of("", "**" + escaped(text) + "**")));
        if (!apart.isEmpty()) {
            lines.addAll(List.of("", escaped(Facts.unlikeOthers(view.scenario(), apart, isDetailed))));
        }
        lines.add("");
        lines.addAll(view.gate().map(this::ruleTable).orElseGet(() -> tables.ofCells(view.headline())));
        lines.add("");
        shown().forEach(line -> lines.addAll(List.of(line, "")));
        OppositeMedians.note(view).ifPresent(text -> lines.addAll(List.of(escaped(text) + ".", "")));
        lines.add(escaped(facts()));
        view.ofTrials().ifPresent(text -> lines.addAll(List.of("", escaped(text))));
        IntervalTitle.legend(view).ifPresent(legend -> lines.addAll(List.of("", escaped(legend))));
        lines.addAll(machines(isDetailed));
        lines.addAll(details());
        return lines;
    }

    private List<String> shown() {
        if (view.gate().isPresent()) {
            return List.of();
        }
        var lines = new ArrayList<>(ChangePicture.markdown(view, pictures));
        if (view.comparison().runs().size() == 1) {
            lines.addAll(LevelPicture.markdown(view.comparison().runs().getFirst(), pictures));
        }
        return lines;
    }

    private List<String> machines(boolean isDetailed) {
        var table = new MachineTable(view);
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

    private String headline() {
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
    private List<String> ruleTable(GateResult gate) {
        var sorted = gate.rules().stream()
                .sorted(Comparator.comparingInt(ComparisonMarkdown::rank))
                .toList();
        var passed = sorted.stream().filter(rule -> rank(rule) == 3).toList();
        boolean isFolded = passed.size() > MOST_PASSED;
        var shown = isFolded ? sorted.stream().filter(rule -> rank(rule) != 3).toList() : sorted;
        var lines = new ArrayList<>(tables.ofRules(shown));
        if (isFolded) {
            lines.add(tables.folded(RuleOutcome.PASS, names(passed), passed.size() + " rules pass"));
        }
        return lines;
    }

    private static String names(List<RuleResult> rules) {
        return rules.stream().map(rule -> escaped(rule.id())).collect(Collectors.joining(", "));
    }

    private static int rank(RuleResult rule) {
        return switch (rule.outcome()) {
            case FAIL, NO_DATA, NOT_JUDGED -> 0;
            case INCONCLUSIVE -> 1;
            case ACCEPTED -> 2;
            case PASS -> rule.judgement().verdict() == Verdict.BETTER ? 2 : 3;
            case NO_BASE -> 4;
        };
    }

    private String facts() {
        var parts = new ArrayList<>(new ComparisonHeader(view).design());
        var seen = Detectable.of(view);
        if (view.isJudged() && !seen.isEmpty()) {
            parts.add("would see "
                    + seen.entrySet().stream()
                            .map(each -> "≥ " + Numbers.share(each.getValue()) + " " + each.getKey())
                            .collect(Collectors.joining(", ")));
        }
        return String.join("; ", parts) + ".";
    }

    private List<String> details() {
        var lines = new ArrayList<String>();
        lines.add("<details><summary>All metrics, environment, validity</summary>");
        lines.add("");
        var rest = view.gate().isPresent() ? view.cells() : without(view.cells(), view.headline());
        if (!rest.isEmpty()) {
            lines.addAll(tables.ofCells(rest));
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
        view.comparison().notes().forEach(note -> lines.add("- " + escaped(note.text())));
        view.gate().ifPresent(gate -> gate.notes().forEach(note -> lines.add("- " + escaped(note))));
        lines.add("");
        lines.add("</details>");
        return lines;
    }

    private static String named(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
    }

    private static List<Cell> without(List<Cell> all, List<Cell> some) {
        return all.stream().filter(cell -> !some.contains(cell)).toList();
    }

    static String escaped(String text) {
        return Markdown.escaped(text);
    }
}
