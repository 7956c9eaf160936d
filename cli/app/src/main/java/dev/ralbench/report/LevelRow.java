package dev.ralbench.report;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One variant at one level.
 *
 * @param level its name: the number of users, and its label
 * @param position of the level in the run
 * @param partial whether the figures come from trials that did not complete
 * @param trials the figures of each trial
 */
record LevelRow(String level, int position, String variant, boolean partial, List<WindowMeasurement> trials) {

    /** A group of rows for every level. */
    static List<List<LevelRow>> groups(RunView view) {
        var levels = view.levels();
        return IntStream.range(0, levels.size())
                .mapToObj(i -> view.variants().stream()
                        .map(variant -> row(view, Levels.name(levels, i), variant, i))
                        .toList())
                .toList();
    }

    private static LevelRow row(RunView view, String label, String variant, int level) {
        return new LevelRow(label, level, variant, view.isPartial(variant), view.windows(variant, level));
    }

    /** The columns that say which row it is. */
    static List<Column<LevelRow>> names(RunView view) {
        var columns = new ArrayList<Column<LevelRow>>();
        columns.add(Column.number(LevelTitle.of(view), 0, LevelRow::level));
        columns.add(Column.text("variant", 0, row -> row.partial ? row.variant + " *" : row.variant));
        return columns;
    }

    static Column<LevelRow> metric(Metric metric, int priority) {
        return new Column<>(metric.title(), Column.Align.RIGHT, priority, row -> row.cell(metric));
    }

    private Cell cell(Metric metric) {
        var value = RunView.figure(metric, trials);
        if (value.isEmpty()) {
            return Cell.MISSING;
        }
        boolean failing = metric == Metric.ERRORS && value.getAsDouble() > 0;
        return new Cell(Numbers.of(metric, value), failing ? Emphasis.BAD : Emphasis.NONE);
    }
}
