package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One line of the table.
 *
 * @param gate outcome of the rule, or nothing
 * @param change the source of the estimate and the interval; empty if there is none
 * @param interval in words
 * @param verdict in words
 */
record ComparisonRow(
        Cell cell, String gate, Emphasis emphasis, Optional<ChangeText> change, String interval, String verdict) {

    static ComparisonRow of(RuleResult rule) {
        var change = ChangeText.of(rule);
        return new ComparisonRow(
                rule.cell(),
                rule.outcome().words(),
                emphasis(rule.outcome()),
                change,
                rule.rule().kind().isComparing()
                        ? change.map(ChangeText::intervalText).orElse("")
                        : rule.rule().bounds(),
                rule.words());
    }

    static ComparisonRow of(Cell cell, VerdictText verdicts) {
        var change = ChangeText.of(cell);
        return new ComparisonRow(
                cell,
                "",
                emphasis(verdicts.verdict(cell)),
                change,
                change.map(ChangeText::intervalText).orElse(""),
                verdicts.text(cell));
    }

    private static Emphasis emphasis(RuleOutcome outcome) {
        return switch (outcome) {
            case PASS -> Emphasis.GOOD;
            case FAIL, NO_DATA -> Emphasis.BAD;
            case INCONCLUSIVE, ACCEPTED, NOT_JUDGED, NO_BASE -> Emphasis.WARNING;
        };
    }

    private static Emphasis emphasis(Verdict verdict) {
        return switch (verdict) {
            case WORSE, BROKEN -> Emphasis.BAD;
            case BETTER -> Emphasis.GOOD;
            case SLIGHTLY_WORSE, NO_WORSE, INCONCLUSIVE, MET, NONE -> Emphasis.NONE;
        };
    }

    static List<Column<ComparisonRow>> columns(ComparisonView view) {
        var columns = new ArrayList<Column<ComparisonRow>>();
        if (view.gate().isPresent()) {
            columns.add(new Column<>("gate", Column.Align.LEFT, 0, row -> new TableCell(row.gate, row.emphasis)));
        }
        columns.add(Column.number(
                LevelTitle.of(view.comparison().levels()),
                0,
                row -> row.cell.level().name()));
        if (view.hasSeveralVariants()) {
            columns.add(Column.text("variant", 0, row -> view.title(row.cell.variant())));
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
                "change", 0, row -> row.change.map(ChangeText::estimateText).orElse("")));
        // A gate's finding and its size matter more than the interval, which is reflected in the verdict.
        int interval = view.gate().isPresent() ? 3 : 0;
        columns.add(Column.text(IntervalTitle.of(view), interval, row -> row.interval));
        if (view.isJudged()) {
            columns.add(new Column<>("verdict", Column.Align.LEFT, 0, row -> new TableCell(row.verdict, row.emphasis)));
        }
        return columns;
    }

    private static String value(ComparisonRow row, OptionalDouble typical) {
        return typical.isPresent() ? Numbers.of(row.cell.metric(), typical) : "n/a";
    }
}
