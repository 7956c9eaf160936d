package dev.ralbench.report.export;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.page.Csv;
import dev.ralbench.page.Field;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.RunResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tidy data: one observation a row, each metric of each window, of each trial's levels and of each trial, nothing merged
 * over trials. For pandas, R and databases (RFC 4180, with line feeds; UTF-8). Times are in seconds and in ISO 8601.
 */
public final class TidyCsv {
    private static final List<Field<Observation>> FIELDS = List.of(
            new Field<>("run", row -> row.of.run().origin().runId()),
            new Field<>("run_started_at", row -> row.of.run().origin().startedAt()),
            new Field<>("tool", row -> row.of.run().origin().tool()),
            new Field<>("scenario", row -> row.of.run().scenario().name()),
            new Field<>("variant", row -> row.of.variant()),
            new Field<>("labels", row -> MeasuredTrial.labelled(row.of.run(), row.of.variant())),
            new Field<>("block", row -> row.of.trial().id().block()),
            new Field<>("attempt", row -> row.of.trial().id().attempt()),
            new Field<>("status", row -> Spelling.of(row.of.trial().status())),
            new Field<>("validity", row -> Spelling.of(row.of.trial().validity().verdict())),
            new Field<>("counts", row -> row.of.counts()),
            new Field<>("scope", row -> row.scope),
            new Field<>("level", row -> row.level),
            new Field<>("window", row -> row.window.map(String::valueOf)),
            new Field<>("window_kind", row -> Spelling.of(row.measured.kind())),
            new Field<>("users", row -> row.measured.open().isPresent() ? "" : row.measured.usersTo()),
            new Field<>("rate", row -> row.measured.open().map(open -> open.rateTo())),
            new Field<>("started_at", Observation::startedAt),
            new Field<>("seconds", row -> row.measured.lengthSeconds()),
            new Field<>("request", row -> row.metric.name()),
            new Field<>("metric", row -> row.metric.ofAll().key()),
            new Field<>("value", Observation::inSiUnit),
            new Field<>("unit", row -> SiUnit.of(row.metric.unit()).symbol()));

    private TidyCsv() {}

    /**
     * A value of a metric.
     *
     * @param scope what it was observed in: a window, the windows of a level in one trial, or a whole trial
     * @param window the number of the window in its trial, from 1; empty of levels and trials
     */
    private record Observation(
            MeasuredTrial of,
            String scope,
            String level,
            Optional<Integer> window,
            WindowMeasurement measured,
            Metric metric,
            double value) {
        private Instant startedAt() {
            return of.start(measured);
        }

        private double inSiUnit() {
            return SiUnit.of(metric.unit()).of(value);
        }
    }

    /** The observations of runs in their order, header first, each with a line end. */
    public static String render(List<RunResult> runs) {
        var rows = runs.stream()
                .flatMap(run -> MeasuredTrial.of(run).stream())
                .flatMap(TidyCsv::observations)
                .map(row -> Field.csv(FIELDS, row));
        return Stream.concat(Stream.of(Field.header(FIELDS)), rows)
                .map(Csv::line)
                .collect(Collectors.joining());
    }

    private static Stream<Observation> observations(MeasuredTrial trial) {
        var metrics = Metrics.with(trial.names());
        var windows = trial.windows().stream()
                .flatMap(place -> metrics.stream()
                        .flatMap(metric -> metric.of(place.window()).stream()
                                .mapToObj(value -> new Observation(
                                        trial,
                                        "window",
                                        place.level(),
                                        Optional.of(place.number()),
                                        place.window(),
                                        metric,
                                        value))));
        var levels = trial.levels().entrySet().stream()
                .flatMap(level -> whole(trial, "level", level.getKey(), level.getValue(), metrics));
        var whole = whole(trial, "trial", Level.WHOLE_RUN, trial.measurement().wholeRun(), metrics);
        return Stream.of(windows, levels, whole).flatMap(rows -> rows).filter(row -> Double.isFinite(row.value));
    }

    private static Stream<Observation> whole(
            MeasuredTrial trial, String scope, Level level, WindowMeasurement measured, List<Metric> metrics) {
        return metrics.stream()
                .flatMap(metric -> trial.value(metric, level, measured).stream()
                        .mapToObj(value -> new Observation(
                                trial, scope, level.name(), Optional.empty(), measured, metric, value)));
    }
}
