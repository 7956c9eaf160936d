package dev.ralbench.report;

import dev.ralbench.measurement.Knee;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Slo;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** With how many users each variant kept to its objective, and where it no longer did. */
final class CapacityTable {
    /** @param knees ascending */
    private record Row(String variant, List<Knee> knees) {
        Knee median() {
            return knees.get((knees.size() - 1) / 2);
        }
    }

    private CapacityTable() {}

    /** Empty where nothing was searched for. */
    static List<String> render(RunView view, Page page) {
        return view.run()
                .design()
                .capacity()
                .map(search -> render(view, search.objective(), search.to(), page))
                .orElse(List.of());
    }

    private static List<String> render(RunView view, Slo slo, int searchedTo, Page page) {
        var rows = view.variants().stream()
                .map(variant -> new Row(variant, knees(view.trials(variant), slo)))
                .filter(row -> !row.knees().isEmpty())
                .toList();
        var lines = new ArrayList<String>();
        lines.addAll(page.wrapped(Emphasis.TITLE, "capacity: most users with " + slo.words(), 2));
        var columns = new ArrayList<Column<Row>>();
        columns.add(Column.text("variant", 0, row -> row.variant() + (view.isPartial(row.variant()) ? " *" : "")));
        columns.add(Column.text("users", 0, CapacityTable::users));
        columns.add(Column.text("goodput", 0, row -> goodput(row.median().kept())));
        var metrics = slo.thresholds().stream().map(Threshold::metric).toList();
        for (int i = 0; i < metrics.size(); i++) {
            int at = i;
            columns.add(Column.text(
                    metrics.get(i).title(), 0, row -> judgedBy(row.median().kept(), slo, at)));
        }
        columns.add(Column.text("missed at", 0, row -> missed(row.median(), searchedTo)));
        for (int i = 0; i < metrics.size(); i++) {
            int at = i;
            columns.add(Column.text(
                    metrics.get(i).title() + " there",
                    1,
                    row -> judgedBy(row.median().missed(), slo, at)));
        }
        lines.addAll(new Table<>(columns).render(List.of(rows), page));
        return lines;
    }

    private static List<Knee> knees(List<TrialResult> trials, Slo slo) {
        return trials.stream()
                .flatMap(trial -> trial.measurement().stream())
                .map(Levels::of)
                .filter(levels -> !levels.isEmpty())
                .map(levels -> Knee.of(levels, slo))
                .sorted(Comparator.comparingInt(Knee::users))
                .toList();
    }

    /** Of several searches the lower median, with the least and the most of them. */
    private static String users(Row row) {
        var median = users(row.median());
        var least = row.knees().getFirst();
        var most = row.knees().getLast();
        return least.users() == most.users() ? median : median + " (" + users(least) + " to " + users(most) + ")";
    }

    /** Where the first level was too much already, only that is known. */
    private static String users(Knee knee) {
        return knee.kept()
                .map(level -> String.valueOf(level.usersTo()))
                .or(() -> knee.missed().map(level -> "below " + level.usersTo()))
                .orElse("–");
    }

    private static String missed(Knee knee, int searchedTo) {
        return knee.missed()
                .map(level -> String.valueOf(level.usersTo()))
                .orElse(knee.users() >= searchedTo ? "not reached" : "ended before");
    }

    private static String goodput(Optional<WindowMeasurement> level) {
        return level.map(seen -> Numbers.of(Metric.GOODPUT, Metric.GOODPUT.of(seen)))
                .orElse(Cell.MISSING.text());
    }

    /** @param threshold which one of the objective, from 0 */
    private static String judgedBy(Optional<WindowMeasurement> level, Slo slo, int threshold) {
        return level.map(seen -> text(slo.readings(seen).get(threshold))).orElse(Cell.MISSING.text());
    }

    /** Such as {@code 412 ms}; {@code p90 412 ms} where there were too few requests for what was asked for. */
    private static String text(Slo.Reading reading) {
        var value = Numbers.of(reading.by(), reading.value());
        return reading.by() == reading.threshold().metric()
                ? value
                : reading.by().title() + " " + value;
    }
}
