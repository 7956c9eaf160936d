package dev.ralbench.report;

import dev.ralbench.compare.Cell;
import dev.ralbench.gate.RuleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Tables of rules and cells as Markdown has them. */
final class MarkdownTable {
    private final ComparisonView view;
    private final Signs signs;

    MarkdownTable(ComparisonView view, Signs signs) {
        this.view = view;
        this.signs = signs;
    }

    List<String> ofRules(List<RuleResult> rules) {
        var lines = new ArrayList<>(head("verdict"));
        rules.forEach(rule -> lines.add(row(sign(rule.outcome()), rule.cell(), range(rule), verdict(rule))));
        return lines;
    }

    List<String> ofCells(List<Cell> cells) {
        var discoveries = view.discoveries(cells);
        var lines = new ArrayList<>(head(view.isJudged() ? "verdict" : ""));
        for (var cell : cells) {
            var word = view.word(cell, discoveries);
            var verdict = view.gate().isPresent()
                    ? word
                    : ComparisonView.verdict(cell).toLowerCase(Locale.ROOT);
            lines.add(
                    row("", cell, ChangeText.of(cell).map(ChangeText::rangeText).orElse(""), verdict));
        }
        return lines;
    }

    /** One line for rules of the same outcome, which are named in it. */
    String folded(RuleResult.Outcome outcome, String names, String what) {
        return "| " + sign(outcome) + " | | " + names + (hasBase() ? " | | | | | " : " | | | ") + what + " |";
    }

    private boolean hasBase() {
        return view.comparison().hasBase();
    }

    private List<String> head(String last) {
        if (!hasBase()) {
            return List.of(
                    "| | " + LevelTitle.of(view) + " | metric | "
                            + escaped(view.comparison().variants().getFirst()) + " | limit | " + last + " |",
                    "|---|---:|---|---:|---:|---|");
        }
        var who = view.hasSeveralVariants()
                ? "value"
                : escaped(view.comparison().variants().getFirst());
        return List.of(
                "| | " + LevelTitle.of(view) + " | metric | "
                        + escaped(view.comparison().baseline()) + " | " + who + " | change | "
                        + IntervalTitle.of(view.comparison()) + " | " + last
                        + " |",
                "|---|---:|---|---:|---:|---:|---:|---|");
    }

    private String row(String sign, Cell cell, String range, String verdict) {
        var metric = cell.metric().title() + (view.hasSeveralVariants() ? " of " + escaped(cell.variant()) : "");
        var columns = new ArrayList<>(List.of(sign, escaped(cell.level()), metric));
        if (hasBase()) {
            columns.add(value(cell, cell.base().typical()));
        }
        columns.add(value(cell, cell.head().typical()));
        if (hasBase()) {
            columns.add(ChangeText.of(cell).map(ChangeText::estimateText).orElse(""));
        }
        columns.addAll(List.of(range, verdict));
        return "| " + String.join(" | ", columns) + " |";
    }

    private static String range(RuleResult rule) {
        return rule.kind() == RuleResult.Kind.ABSOLUTE
                ? escaped(rule.bounds())
                : ChangeText.of(rule.cell()).map(ChangeText::rangeText).orElse("");
    }

    private static String verdict(RuleResult rule) {
        return switch (rule.outcome()) {
            case PASS ->
                rule.kind() == RuleResult.Kind.ABSOLUTE
                        ? "met"
                        : rule.verdict().name().toLowerCase(Locale.ROOT) + ", passed";
            case FAIL -> rule.kind() == RuleResult.Kind.ABSOLUTE ? "broken" : "regressed";
            case NO_BASE -> "no base";
            case INCONCLUSIVE, ACCEPTED, NOT_JUDGED, NO_DATA -> ComparisonView.lower(rule.outcome());
        };
    }

    String sign(RuleResult.Outcome outcome) {
        if (signs == Signs.ASCII) {
            return ComparisonView.lower(outcome);
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

    /** A name as code, which no sign within it ends. */
    static String code(String name) {
        return "`" + printable(name).replace('`', '\'') + "`";
    }

    /** White space in one blank, and no sign that nobody sees. */
    private static String printable(String text) {
        return text.replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "?");
    }

    /** Names come from outside: none of their signs may become markup. */
    static String escaped(String text) {
        return printable(text).replace("&", "&amp;").replace("<", "&lt;").replaceAll("([\\\\`*_\\[\\]|#@])", "\\\\$1");
    }
}
