package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Markdown;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Tables of rules and cells as Markdown has them. */
final class MarkdownTable {
    private final ComparisonView view;
    private final Glyphs signs;

    MarkdownTable(ComparisonView view, Glyphs signs) {
        this.view = view;
        this.signs = signs;
    }

    List<String> ofRules(List<RuleResult> rules) {
        var lines = new ArrayList<>(head("verdict"));
        rules.forEach(rule ->
                lines.add(row(sign(rule.outcome()), rule.cell(), ChangeText.of(rule), range(rule), verdict(rule))));
        return lines;
    }

    List<String> ofCells(List<Cell> cells) {
        var verdicts = view.verdictText();
        var lines = new ArrayList<>(head(view.isJudged() ? "verdict" : ""));
        for (var cell : cells) {
            var change = ChangeText.of(cell);
            lines.add(row("", cell, change, change.map(ChangeText::rangeText).orElse(""), verdicts.text(cell)));
        }
        return lines;
    }

    /** One line for rules of the same outcome, which are named in it. */
    String folded(RuleOutcome outcome, String names, String what) {
        return "| " + sign(outcome) + " | | " + names + (hasBase() ? " | | | | | " : " | | | ") + what + " |";
    }

    private boolean hasBase() {
        return view.comparison().hasBase();
    }

    private List<String> head(String last) {
        if (!hasBase()) {
            return List.of(
                    "| | " + LevelTitle.of(view.comparison().levels()) + " | metric | "
                            + Markdown.escaped(view.comparison().variants().getFirst()) + " | limit | " + last + " |",
                    "|---|---:|---|---:|---:|---|");
        }
        var who = view.hasSeveralVariants()
                ? "value"
                : Markdown.escaped(view.comparison().variants().getFirst());
        return List.of(
                "| | " + LevelTitle.of(view.comparison().levels()) + " | metric | "
                        + Markdown.escaped(view.comparison().baseline()) + " | " + who + " | change | "
                        + IntervalTitle.of(view) + " | " + last
                        + " |",
                "|---|---:|---|---:|---:|---:|---:|---|");
    }

    private String row(String sign, Cell cell, Optional<ChangeText> change, String range, String verdict) {
        var metric =
                cell.metric().title() + (view.hasSeveralVariants() ? " of " + Markdown.escaped(cell.variant()) : "");
        var columns =
                new ArrayList<>(List.of(sign, Markdown.escaped(cell.level().name()), metric));
        if (hasBase()) {
            columns.add(value(cell, cell.base().typical()));
        }
        columns.add(value(cell, cell.head().typical()));
        if (hasBase()) {
            columns.add(change.map(ChangeText::estimateText).orElse(""));
        }
        columns.addAll(List.of(range, verdict));
        return "| " + String.join(" | ", columns) + " |";
    }

    private static String range(RuleResult rule) {
        return !rule.rule().kind().isComparing()
                ? Markdown.escaped(rule.rule().bounds())
                : ChangeText.of(rule).map(ChangeText::rangeText).orElse("");
    }

    private static String verdict(RuleResult rule) {
        var words = rule.words();
        var outcome = rule.outcome().words();
        return words.isEmpty() || words.equals(outcome) ? outcome : outcome + ": " + words;
    }

    String sign(RuleOutcome outcome) {
        if (signs == Glyphs.ASCII) {
            return outcome.words();
        }
        return switch (outcome) {
            case PASS -> "✅";
            case FAIL, NO_DATA -> "❌";
            case INCONCLUSIVE -> "❔";
            case ACCEPTED, NOT_JUDGED -> "⚠️";
            case NO_BASE -> "➖";
        };
    }

    private static String value(Cell cell, OptionalDouble typical) {
        return typical.isPresent() ? Numbers.of(cell.metric(), typical) : "n/a";
    }
}
