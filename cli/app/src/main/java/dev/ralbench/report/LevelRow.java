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
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One variant at one level.
 *
 * @param named the request or journey that it is about alone; empty if it is about all
 * @param figures for all trials
 */
record LevelRow(Level level, String variant, Optional<RunView.Named> named, VariantFigures figures) {

    /** What is not missing, but is in the row of all. */
    static final TableCell NOT_BY_NAME = new TableCell("", Emphasis.NONE);

    /** A group of rows for every level; one of all if each would have a single row. */
    static List<List<LevelRow>> groups(RunView view) {
        return groups(view, List.of());
    }

    /** The same, with a row for each name below that of all. */
    static List<List<LevelRow>> groupsByName(RunView view) {
        return groups(view, view.named());
    }

    private static List<List<LevelRow>> groups(RunView view, List<RunView.Named> names) {
        var groups = view.levels().stream()
                .map(level -> view.variants().stream()
                        .flatMap(variant -> Stream.concat(
                                Stream.of(of(view, level, variant)),
                                names.stream().map(name -> of(view, level, variant, Optional.of(name)))))
                        .toList())
                .toList();
        return view.variants().size() > 1 || !names.isEmpty()
                ? groups
                : List.of(groups.stream().flatMap(List::stream).toList());
    }

    static LevelRow of(RunView view, Level level, String variant) {
        return of(view, level, variant, Optional.empty());
    }

    private static LevelRow of(RunView view, Level level, String variant, Optional<RunView.Named> named) {
        return new LevelRow(level, variant, named, view.figures(variant, level));
    }

    /** The columns that say which row it is; of rows of names only the first says it whole. */
    static List<Column<LevelRow>> names(RunView view) {
        var columns = new ArrayList<Column<LevelRow>>();
        columns.add(Column.number(
                LevelTitle.of(view),
                0,
                row -> row.named.isPresent() ? "" : row.level().name()));
        columns.add(Column.text("variant", 0, row -> row.named.isPresent() ? "" : view.label(row.variant)));
        return columns;
    }

    /** The column with the names; empty if there are none. */
    static Optional<Column<LevelRow>> name(RunView view) {
        return view.named().isEmpty()
                ? Optional.empty()
                : Optional.of(Column.text(
                        "request", 0, row -> row.named.map(RunView.Named::title).orElse("all")));
    }

    static Column<LevelRow> metric(Metric metric, int priority) {
        return new Column<>(metric.title(), Column.Align.RIGHT, priority, row -> row.cell(metric));
    }

    TableCell cell(Metric metric) {
        if (named.isPresent() && !metric.isKnownByName()) {
            return NOT_BY_NAME;
        }
        var value = figures.of(named.map(one -> metric.ofName(one.name())).orElse(metric));
        if (value.isEmpty()) {
            return TableCell.MISSING;
        }
        boolean failing = metric.equals(RequestMetrics.ERRORS) && value.getAsDouble() > 0;
        return new TableCell(Numbers.of(metric, value), failing ? Emphasis.BAD : Emphasis.NONE);
    }
}
