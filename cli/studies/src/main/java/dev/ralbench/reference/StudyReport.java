package dev.ralbench.reference;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Spelling;
import dev.ralbench.reference.ReferenceFigures.Curve;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Published;
import dev.ralbench.reference.ReferenceFigures.Tool;
import dev.ralbench.reference.ReferenceFigures.ToolReports;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A run as the study that it reproduces shows its own: the reports of the study's tools, made from the measurement, with
 * the published figures next to them.
 */
final class StudyReport {
    /** Gatling's borders of fast and slow responses. */
    private static final int FAST_MILLIS = 800;

    private static final int SLOW_MILLIS = 1200;

    private static final List<Metric> DRAWN = List.of(
            RequestMetrics.REQUESTS,
            RequestMetrics.REQUESTS_PER_SECOND,
            RequestMetrics.PEAK_PER_SECOND,
            RequestMetrics.TOTAL_TIME,
            RequestMetrics.MEAN,
            RequestMetrics.P99,
            ProcessMetrics.THREADS_PEAK,
            ProcessMetrics.HEAP_PEAK);

    private final Reproduction reproduction;
    private final ToolReports reports;
    /** Of the variants that were measured, in order. */
    private final SequencedMap<String, WindowMeasurement> measured;

    StudyReport(Reproduction reproduction, ToolReports reports, SequencedMap<String, WindowMeasurement> measured) {
        this.reproduction = reproduction;
        this.reports = reports;
        this.measured = measured;
    }

    Map<String, Object> json(Optional<Level> level) {
        var json = new LinkedHashMap<String, Object>();
        json.put("title", reproduction.title());
        json.put("origin", reproduction.publisher().origin());
        json.put("tools", reports.tools().stream().map(Spelling::of).toList());
        json.put("level", level.map(Level::name));
        json.put("notes", reproduction.notes());
        json.put("tables", tables());
        json.put(
                "uncounted",
                reports.tools().stream()
                        .flatMap(tool -> StudyLine.of(tool).stream())
                        .filter(StudyLine::isOfBytes)
                        .filter(line -> measured.values().stream()
                                .allMatch(window -> window.requests().transfer().isEmpty()))
                        .map(StudyLine::title)
                        .toList());
        json.put("ranges", reports.tools().contains(Tool.GATLING) ? Optional.of(ranges()) : Optional.empty());
        json.put("marks", marks());
        json.put("curves", curves(true).map(this::json).toList());
        json.put(
                "notDrawn",
                curves(false)
                        .map(curve -> "The study's curve of " + curve.variant() + " of " + curve.title()
                                + " is not drawn: " + curve.notDrawn() + ".")
                        .toList());
        json.put("figures", figures());
        return json;
    }

    private List<Map<String, Object>> tables() {
        var tables = new ArrayList<Map<String, Object>>();
        for (var tool : reports.tools()) {
            tables.add(table(Spelling.of(tool), StudyLine.of(tool)));
            if (tool == Tool.AB) {
                tables.add(table("percentages", StudyLine.PERCENTAGES));
            }
        }
        return tables;
    }

    /** Without the lines of which nothing was measured or published. */
    private Map<String, Object> table(String name, List<StudyLine> all) {
        var lines = all.stream()
                .filter(line -> measured.entrySet().stream()
                        .anyMatch(each -> line.in(each.getValue()).isPresent()
                                || !reproduction
                                        .statements(each.getKey(), line.key())
                                        .isEmpty()))
                .toList();
        return object(
                "name",
                name,
                "lines",
                lines.stream()
                        .map(line -> object("title", line.title(), "unit", Spelling.of(line.unit())))
                        .toList(),
                "rows",
                rows((variant, window) -> object(
                        "variant",
                        variant,
                        "cells",
                        lines.stream()
                                .map(line -> object(
                                        "measured",
                                        line.in(window),
                                        "published",
                                        reproduction.statements(variant, line.key()).stream()
                                                .map(StudyReport::json)
                                                .toList()))
                                .toList())));
    }

    private List<Map<String, Object>> rows(BiFunction<String, WindowMeasurement, Map<String, Object>> row) {
        return measured.entrySet().stream()
                .map(each -> row.apply(each.getKey(), each.getValue()))
                .toList();
    }

    /** As the source writes it. */
    private static Map<String, Object> json(Published stated) {
        var figure = stated.figure();
        return object(
                "value",
                figure.value(),
                "upTo",
                stated.upTo().map(Figure::value),
                "unit",
                figure.unit(),
                "qualifier",
                stated.upTo().isPresent() ? "" : figure.qualifier().prefix(),
                "provenance",
                Spelling.of(figure.provenance()));
    }

    /** How many requests took how long, by Gatling's borders in milliseconds; last the failed ones, in no other range. */
    private Map<String, Object> ranges() {
        return object(
                "borders",
                List.of(FAST_MILLIS, SLOW_MILLIS),
                "rows",
                rows((variant, window) -> object("variant", variant, "counts", counts(window.requests()))));
    }

    private static List<Long> counts(WindowRequests requests) {
        var good = requests.successful();
        return List.of(
                good.count(millis -> millis < FAST_MILLIS),
                good.count(millis -> millis >= FAST_MILLIS && millis < SLOW_MILLIS),
                good.count(millis -> millis >= SLOW_MILLIS),
                requests.failed());
    }

    /** Figures that are drawn, each of all variants: measured, and as the study states it, in the metric's unit. */
    private List<Map<String, Object>> marks() {
        return DRAWN.stream()
                .map(metric -> object(
                        "metric", metric.key(), "unit", Spelling.of(metric.unit()), "rows", rows((variant, window) -> {
                            var stated = reproduction.published(variant, metric.key());
                            return object(
                                    "variant",
                                    variant,
                                    "measured",
                                    metric.of(window),
                                    "published",
                                    stated.map(known -> known.figure().in(metric.unit())),
                                    "upTo",
                                    stated.flatMap(Published::upTo).map(high -> high.in(metric.unit())),
                                    "words",
                                    stated.map(StudyReport::json));
                        })))
                .toList();
    }

    /** Curves of variants that wait as long as the study's. */
    private Stream<Curve> curves(boolean isDrawn) {
        return reports.curves().stream()
                .filter(curve -> curve.notDrawn().isEmpty() == isDrawn)
                .filter(curve ->
                        ours(curve.variant()).filter(reproduction::isComparable).isPresent());
    }

    private Map<String, Object> json(Curve curve) {
        return object(
                "variant",
                ours(curve.variant()),
                "title",
                curve.title(),
                "points",
                curve.points().stream()
                        .map(point -> object(
                                "seconds",
                                point.seconds(),
                                "millis",
                                reproduction
                                        .figures()
                                        .filter(figure -> figure.id().equals(point.figure()))
                                        .findFirst()
                                        .map(figure -> figure.in(MetricUnit.MILLIS))))
                        .toList());
    }

    /** The measured variant that has this name in the study. */
    private Optional<String> ours(String published) {
        return measured.keySet().stream()
                .filter(variant -> reproduction.nameOf(variant).equals(published))
                .findFirst();
    }

    /** All that the study states of the scenario, of variants that wait as long; each with what was measured. */
    private List<Map<String, Object>> figures() {
        return reproduction
                .figures()
                .filter(figure -> !reproduction.isOfAnotherLoad())
                .filter(figure ->
                        ours(figure.variant()).map(reproduction::isComparable).orElse(true))
                .map(figure -> {
                    var line = StudyLine.withKey(figure.metric(), reports.tools());
                    return object(
                            "id",
                            figure.id(),
                            "variant",
                            ours(figure.variant())
                                    .map(reproduction.run().scenario()::title)
                                    .orElse(figure.variant()),
                            "metric",
                            figure.metric(),
                            "published",
                            json(new Published(figure, Optional.empty())),
                            "unit",
                            line.map(StudyLine::unit).map(Spelling::of),
                            "measured",
                            line.flatMap(known -> ours(figure.variant())
                                            .map(measured::get)
                                            .map(known::in))
                                    .orElseGet(OptionalDouble::empty),
                            "note",
                            figure.note());
                })
                .toList();
    }

    /** Keys and values in turn; the order of a map without one differs from start to start. */
    private static Map<String, Object> object(Object... keysAndValues) {
        var object = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            object.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return object;
    }
}
