package dev.ralbench.report;

import dev.ralbench.measurement.Knee;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Slo;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
        columns.add(Column.text("goodput", 0, row -> figure(row.median().kept(), Metric.GOODPUT)));
        for (var metric : metrics(slo)) {
            columns.add(
                    Column.text(metric.title(), 0, row -> figure(row.median().kept(), metric)));
        }
        columns.add(Column.text("missed at", 0, row -> missed(row.median(), searchedTo)));
        for (var metric : metrics(slo)) {
            columns.add(Column.text(
                    metric.title() + " there", 1, row -> figure(row.median().missed(), metric)));
        }
        lines.addAll(new Table<>(columns).render(List.of(rows), page));
        return lines;
    }

    private static List<Metric> metrics(Slo slo) {
        return slo.thresholds().stream().map(limit -> limit.metric()).distinct().toList();
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

    private static String figure(Optional<WindowMeasurement> level, Metric metric) {
        return level.map((Function<WindowMeasurement, String>) seen -> Numbers.of(metric, metric.of(seen)))
                .orElse("–");
    }
}
