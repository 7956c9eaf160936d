package dev.ralbench.report;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One variant at one level.
 *
 * @param level its name: the number of users, and its label
 * @param partial whether the figures come from trials that did not complete
 * @param trials the figures of each trial
 * @param ratio goodput over that of the first variant
 */
record LevelRow(String level, String variant, boolean partial, List<WindowMeasurement> trials, Optional<Spread> ratio) {

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
        return new LevelRow(
                label, variant, view.isPartial(variant), view.windows(variant, level), view.ratio(variant, level));
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

    /** {@code 5.13}, with several trials {@code 5.13 [5.10 5.16]}: median and range. */
    Cell ratioCell() {
        return ratio.map(spread -> Cell.of(text(spread))).orElse(Cell.MISSING);
    }

    private static String text(Spread ratio) {
        var median = Numbers.significant(ratio.median());
        return ratio.low() == ratio.high()
                ? median
                : median + " [" + Numbers.significant(ratio.low()) + " " + Numbers.significant(ratio.high()) + "]";
    }
}
