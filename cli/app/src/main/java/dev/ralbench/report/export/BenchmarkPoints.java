package dev.ralbench.report.export;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Side;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.metric.TrialMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.result.JsonDocument;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.VariantFigures;
import dev.ralbench.statistics.Median;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Figures as services that follow benchmarks over time take them: one point for each metric of a variant at a level, under a
 * name that stays the same from run to run, such as {@code shop/head@64}, of requests by name {@code shop/head/order@64}. A
 * file is one point in time: where several runs have a figure, that of the newest counts. The metrics are those that tables
 * of comparisons show. Trials that are invalid or not complete are left out: they would look like a change.
 */
public final class BenchmarkPoints {
    private final Collection<Point> points;

    private BenchmarkPoints(Stream<Point> points) {
        var newest = new LinkedHashMap<List<String>, Point>();
        points.forEach(point -> newest.merge(
                List.of(point.benchmark(), point.metric.ofAll().key()),
                point,
                (one, other) -> other.startedAfter(one) ? other : one));
        this.points = newest.values();
    }

    /**
     * A figure.
     *
     * @param value over all trials, as the report has it
     * @param trials the value of each trial that has one
     * @param run that it is from, of several the newest
     */
    private record Point(RunResult run, String variant, Level level, Metric metric, double value, List<Double> trials) {
        String benchmark() {
            return run.scenario().name() + "/" + variant
                    + metric.name().map(name -> "/" + name).orElse("") + "@" + level.name();
        }

        boolean startedAfter(Point other) {
            return run.origin().startedAt().isAfter(other.run.origin().startedAt());
        }

        /** The least value of a trial; empty with a single one, which has no spread. */
        OptionalDouble least() {
            return spread().min();
        }

        OptionalDouble greatest() {
            return spread().max();
        }

        /** As far as the trial that lies farthest away: the action takes a range apart only in this form. */
        Optional<String> range() {
            return DoubleStream.concat(least().stream(), greatest().stream())
                    .mapToObj(bound -> BigDecimal.valueOf(bound)
                            .subtract(BigDecimal.valueOf(value))
                            .abs())
                    .max(Comparator.naturalOrder())
                    .map(distance -> "± " + distance.toPlainString());
        }

        /** Of the whole, too: the figure of all requests together may lie outside of those of the trials. */
        private DoubleStream spread() {
            return trials.size() < 2
                    ? DoubleStream.empty()
                    : DoubleStream.concat(
                            DoubleStream.of(value), trials.stream().mapToDouble(Double::doubleValue));
        }
    }

    /** The figures of runs, each by itself. */
    public static BenchmarkPoints ofRuns(List<RunResult> runs) {
        return new BenchmarkPoints(runs.stream().flatMap(BenchmarkPoints::points));
    }

    /**
     * The figures of comparisons, base and head: medians of the compared trials. Of a history those of its newest run. What
     * was refused has none.
     */
    public static BenchmarkPoints of(CompareReport report) {
        return new BenchmarkPoints(report.sections().stream().flatMap(section -> switch (section) {
            case CompareReport.Compared compared -> {
                var newest = compared.view().comparison().runs().getLast();
                var baseline = compared.view().comparison().baseline();
                yield compared.view().reported().stream().flatMap(cell -> points(newest, baseline, cell));
            }
            case CompareReport.OverTime overTime -> {
                Predicate<Point> isInTable = point -> overTime.history().rows().stream()
                        .anyMatch(row -> row.metric().equals(point.metric)
                                && row.level().equals(point.level)
                                && row.variant().equals(point.variant));
                yield points(overTime.history().runs().getLast()).filter(isInTable);
            }
            case CompareReport.Alone alone -> alone.group().sources().stream().flatMap(source -> points(source.run()));
            case CompareReport.Refused refused -> Stream.<Point>empty();
        }));
    }

    private static Stream<Point> points(RunResult newest, String baseline, Cell cell) {
        return Stream.concat(
                point(newest, baseline, cell, cell.base()).stream(),
                point(newest, cell.variant(), cell, cell.head()).stream());
    }

    private static Optional<Point> point(RunResult newest, String variant, Cell cell, Side side) {
        return side.typical().stream()
                .filter(Double::isFinite)
                .mapToObj(value -> new Point(newest, variant, cell.level(), cell.metric(), value, side.trials()))
                .findFirst();
    }

    private static Stream<Point> points(RunResult run) {
        var trials = MeasuredTrial.of(run).stream()
                .filter(trial -> trial.counts() && trial.trial().counts())
                .toList();
        return run.variants().stream()
                .flatMap(variant -> points(
                        run,
                        variant,
                        trials.stream()
                                .filter(trial -> trial.variant().equals(variant))
                                .toList()));
    }

    private static Stream<Point> points(RunResult run, String variant, List<MeasuredTrial> trials) {
        var windows = new LinkedHashMap<Level, List<Part>>();
        for (var trial : trials) {
            trial.levels().forEach((level, window) -> parts(windows, level).add(new Part(trial, window)));
            parts(windows, Level.WHOLE_RUN)
                    .add(new Part(trial, trial.measurement().wholeRun()));
        }
        var names = trials.stream()
                .flatMap(trial -> trial.names().stream())
                .distinct()
                .toList();
        var metrics = Metrics.with(names).stream()
                .filter(metric -> metric.comparison().headline())
                .toList();
        return windows.entrySet().stream().flatMap(level -> {
            var figures = new VariantFigures(
                    level.getValue().stream().map(Part::window).toList());
            return metrics.stream()
                    .filter(metric -> metric.comparison().isAtItsPlace(level.getKey()))
                    .flatMap(metric -> point(run, variant, level.getKey(), metric, figures, level.getValue()).stream());
        });
    }

    /** A level of a trial. */
    private record Part(MeasuredTrial trial, WindowMeasurement window) {}

    private static List<Part> parts(Map<Level, List<Part>> windows, Level level) {
        return windows.computeIfAbsent(level, absent -> new ArrayList<>());
    }

    private static Optional<Point> point(
            RunResult run, String variant, Level level, Metric metric, VariantFigures figures, List<Part> parts) {
        var values = parts.stream()
                .flatMap(part -> part.trial().value(metric, level, part.window()).stream()
                        .boxed())
                .toList();
        var typical = metric.equals(TrialMetrics.STARTUP) && !values.isEmpty()
                ? OptionalDouble.of(Median.of(
                        values.stream().mapToDouble(Double::doubleValue).toArray()))
                : figures.of(metric);
        return typical.stream()
                .filter(Double::isFinite)
                .mapToObj(value -> new Point(run, variant, level, metric, value, values))
                .findFirst();
    }

    /**
     * Bencher Metric Format: by benchmark and measure the value with the least and the greatest of the trials. Times are in
     * nanoseconds; {@code latency} is the median response time and {@code throughput} the goodput, as Bencher has these two
     * measures in every project.
     */
    public String bmf() {
        var benchmarks = new LinkedHashMap<String, Map<String, Object>>();
        for (var point : points) {
            var unit = SiUnit.of(point.metric.unit());
            var measure = new LinkedHashMap<String, Object>();
            measure.put("value", bmf(unit, point.value));
            point.least().ifPresent(value -> measure.put("lower_value", bmf(unit, value)));
            point.greatest().ifPresent(value -> measure.put("upper_value", bmf(unit, value)));
            benchmarks
                    .computeIfAbsent(point.benchmark(), absent -> new LinkedHashMap<>())
                    .put(measure(point.metric.ofAll()), measure);
        }
        return JsonDocument.write(benchmarks);
    }

    private static double bmf(SiUnit unit, double value) {
        return unit.isTime() ? unit.nanos(value) : unit.of(value);
    }

    /** Its slug in Bencher: small letters, digits and hyphens. */
    private static String measure(Metric metric) {
        if (metric.equals(RequestMetrics.P50)) {
            return "latency";
        }
        if (metric.equals(RequestMetrics.GOODPUT)) {
            return "throughput";
        }
        var slug = metric.key().replaceAll("[^a-z0-9]+", "-");
        return RequestMetrics.PERCENTILES.contains(metric) ? "latency-" + slug : slug;
    }

    /** The figures of which less is better, for the tool {@code customSmallerIsBetter} of github-action-benchmark. */
    public String smallerIsBetter() {
        return customBenchmark(Better.LOWER);
    }

    /** Those of which more is better, for {@code customBiggerIsBetter}. */
    public String biggerIsBetter() {
        return customBenchmark(Better.HIGHER);
    }

    private String customBenchmark(Better better) {
        return JsonDocument.write(points.stream()
                .filter(point -> point.metric.better() == better)
                .map(BenchmarkPoints::customBenchmark)
                .toList());
    }

    private static Map<String, Object> customBenchmark(Point point) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", point.benchmark() + " " + point.metric.ofAll().key());
        json.put("unit", point.metric.unit().symbol());
        json.put("value", point.value);
        point.range().ifPresent(range -> json.put("range", range));
        var origin = point.run.origin();
        var labels = MeasuredTrial.labelled(point.run, point.variant);
        json.put(
                "extra",
                "run " + origin.runId() + "\n" + origin.startedAt() + "\n"
                        + Numbers.counted(point.trials.size(), "trial") + (labels.isEmpty() ? "" : "\n" + labels));
        return json;
    }
}
