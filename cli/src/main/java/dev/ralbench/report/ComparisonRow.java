package dev.ralbench.report;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.RuleResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One line of the table.
 *
 * @param gate outcome of the rule, or nothing
 * @param verdict a word
 * @param adjusted the p value after correction, or nothing
 */
record ComparisonRow(Cell cell, String gate, Emphasis emphasis, String interval, String verdict, String adjusted) {
    private static final int SMALLEST_P_DIGITS = 1000;

    static ComparisonRow of(RuleResult rule) {
        return new ComparisonRow(
                rule.cell(),
                gate(rule.outcome()),
                emphasis(rule.outcome()),
                rule.kind() == RuleResult.Kind.ABSOLUTE
                        ? rule.bounds()
                        : ChangeText.of(rule.cell())
                                .map(ChangeText::intervalText)
                                .orElse(""),
                rule.kind() == RuleResult.Kind.ABSOLUTE
                        ? limit(rule.outcome())
                        : rule.verdict().name(),
                rule.adjusted().map(ComparisonRow::probability).orElse(""));
    }

    static ComparisonRow of(Cell cell, String word) {
        return new ComparisonRow(
                cell,
                "",
                emphasis(cell.verdict()),
                ChangeText.of(cell).map(ChangeText::intervalText).orElse(""),
                ComparisonView.verdict(cell),
                word);
    }

    /** Beside a gate nothing else is judged. */
    ComparisonRow withWordOnly(String word) {
        return new ComparisonRow(cell, "", Emphasis.NONE, interval, word, "");
    }

    private static String gate(RuleResult.Outcome outcome) {
        return switch (outcome) {
            case PASS -> "pass";
            case FAIL -> "FAIL";
            case INCONCLUSIVE -> "open";
            case ACCEPTED -> "known";
            case NOT_JUDGED -> "-";
            case NO_BASE -> "no base";
            case NO_DATA -> "NONE";
        };
    }

    private static String limit(RuleResult.Outcome outcome) {
        return switch (outcome) {
            case PASS -> "SLO met";
            case FAIL -> "SLO BROKEN";
            default -> "";
        };
    }

    private static Emphasis emphasis(RuleResult.Outcome outcome) {
        return switch (outcome) {
            case PASS -> Emphasis.GOOD;
            case FAIL, NO_DATA -> Emphasis.BAD;
            case INCONCLUSIVE, ACCEPTED, NOT_JUDGED, NO_BASE -> Emphasis.WARNING;
        };
    }

    private static Emphasis emphasis(Verdict verdict) {
        return switch (verdict) {
            case REGRESSED -> Emphasis.BAD;
            case IMPROVED -> Emphasis.GOOD;
            case UNCHANGED, INCONCLUSIVE, NONE -> Emphasis.NONE;
        };
    }

    /** {@code 0.001}, {@code <0.001}, {@code 0.62}. */
    static String probability(double p) {
        if (!Double.isFinite(p)) {
            return "";
        }
        if (p < 1.0 / SMALLEST_P_DIGITS) {
            return "<0.001";
        }
        return java.math.BigDecimal.valueOf(p)
                .setScale(p < 0.1 ? 3 : 2, java.math.RoundingMode.HALF_UP)
                .toPlainString();
    }

    static List<Column<ComparisonRow>> columns(ComparisonView view, String last) {
        var columns = new ArrayList<Column<ComparisonRow>>();
        if (view.gate().isPresent()) {
            columns.add(new Column<>(
                    "gate", Column.Align.LEFT, 0, row -> new dev.ralbench.report.Cell(row.gate, row.emphasis)));
        }
        columns.add(Column.number(LevelTitle.of(view), 0, row -> row.cell.level()));
        if (view.hasSeveralVariants()) {
            columns.add(Column.text("variant", 0, row -> row.cell.variant()));
        }
        columns.add(Column.text("metric", 0, row -> row.cell.metric().title()));
        if (view.comparison().hasBase()) {
            columns.add(Column.number(
                    view.comparison().baseline(),
                    2,
                    row -> value(row, row.cell.base().typical())));
        }
        columns.add(Column.number(
                view.hasSeveralVariants()
                        ? "value"
                        : view.comparison().variants().getFirst(),
                1,
                row -> value(row, row.cell.head().typical())));
        if (!view.comparison().hasBase()) {
            columns.add(Column.text("limit", 0, row -> row.interval));
            return columns;
        }
        columns.add(Column.number(
                "change",
                0,
                row -> ChangeText.of(row.cell).map(ChangeText::estimateText).orElse("")));
        columns.add(Column.text(IntervalTitle.of(view.comparison()), 0, row -> row.interval));
        if (view.isJudged()) {
            columns.add(new Column<>(
                    "verdict", Column.Align.LEFT, 0, row -> new dev.ralbench.report.Cell(row.verdict, row.emphasis)));
            columns.add(Column.text(last, 3, row -> row.adjusted));
        }
        return columns;
    }

    private static String value(ComparisonRow row, OptionalDouble typical) {
        return typical.isPresent() ? Numbers.of(row.cell.metric(), typical) : "n/a";
    }
}
