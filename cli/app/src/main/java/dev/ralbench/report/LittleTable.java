package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.LittleCheck;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Little's law per level: of several trials, or parts of a level, the one that keeps it worst. */
final class LittleTable {
    private LittleTable() {}

    private record LittleRow(Level level, String variant, LittleCheck check) {}

    /** The table of the check by Little's law; empty if no level was checked. */
    static List<String> render(RunView view, Page page) {
        var groups = view.levels().stream()
                .map(level -> rows(view, level))
                .filter(rows -> !rows.isEmpty())
                .toList();
        return groups.isEmpty() ? List.of() : new Table<>(columns()).render(groups, page);
    }

    private static List<LittleRow> rows(RunView view, Level level) {
        return view.variants().stream()
                .flatMap(variant -> worst(view, variant, level)
                        .map(check -> new LittleRow(level, view.run().scenario().title(variant), check))
                        .stream())
                .toList();
    }

    private static Optional<LittleCheck> worst(RunView view, String variant, Level level) {
        return view.measurements(variant)
                .flatMap(measurement -> view.levels(measurement).getOrDefault(level, List.of()).stream())
                .map(WindowMeasurement::little)
                .flatMap(Optional::stream)
                .max(Comparator.comparingDouble(check -> Math.abs(check.deviation()) / check.tolerance()));
    }

    private static List<Column<LittleRow>> columns() {
        return List.of(
                Column.number("users", 0, row -> row.level.name()),
                Column.text("variant", 0, LittleRow::variant),
                Column.number("in flight", 3, row -> Long.toString(Math.round(row.check.inFlight()))),
                Column.number("X", 2, row -> Numbers.of(MetricUnit.PER_SECOND, row.check.completionsPerSecond())),
                Column.number("R + Z", 2, row -> Numbers.millis(row.check.cycleMillis())),
                Column.number("X(R+Z)/N", 1, row -> Numbers.signedPercent(row.check.deviation())),
                Column.number("tolerance", 4, row -> Numbers.share(row.check.tolerance())),
                new Column<>("Little's law", Column.Align.LEFT, 0, LittleTable::verdict));
    }

    private static TableCell verdict(LittleRow row) {
        if (row.check.holds()) {
            return TableCell.of("holds");
        }
        var cause = row.check.cause().isEmpty() ? "" : ": " + row.check.cause();
        return new TableCell("does not hold" + cause, Emphasis.BAD);
    }
}
