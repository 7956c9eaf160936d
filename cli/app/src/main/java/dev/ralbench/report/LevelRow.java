package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.VariantFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * One variant at one level.
 *
 * @param figures for all trials
 */
record LevelRow(Level level, String variant, VariantFigures figures) {

    /** A group of rows for every level; one of all if each would have a single row. */
    static List<List<LevelRow>> groups(RunView view) {
        var groups = view.levels().stream()
                .map(level -> view.variants().stream()
                        .map(variant -> of(view, level, variant))
                        .toList())
                .toList();
        return view.variants().size() > 1
                ? groups
                : List.of(groups.stream().flatMap(List::stream).toList());
    }

    static LevelRow of(RunView view, Level level, String variant) {
        return new LevelRow(level, variant, view.figures(variant, level));
    }

    /** The columns that say which row it is. */
    static List<Column<LevelRow>> names(RunView view) {
        var columns = new ArrayList<Column<LevelRow>>();
        columns.add(Column.number(LevelTitle.of(view), 0, row -> row.level().name()));
        columns.add(Column.text("variant", 0, row -> view.label(row.variant)));
        return columns;
    }

    static Column<LevelRow> metric(Metric metric, int priority) {
        return new Column<>(metric.title(), Column.Align.RIGHT, priority, row -> row.cell(metric));
    }

    TableCell cell(Metric metric) {
        var value = figures.of(metric);
        if (value.isEmpty()) {
            return TableCell.MISSING;
        }
        boolean failing = metric == RequestMetrics.ERRORS && value.getAsDouble() > 0;
        return new TableCell(Numbers.of(metric, value), failing ? Emphasis.BAD : Emphasis.NONE);
    }
}
