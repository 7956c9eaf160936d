package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.SvgChart;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Goodput and p99 of each variant by level, as a picture for Markdown: the figures of the table above it. */
public final class LevelPicture {
    private static final List<Metric> METRICS = List.of(RequestMetrics.GOODPUT, RequestMetrics.P99);

    private LevelPicture() {}

    /** The lines that show it; none if nothing was measured, or the document has no pictures. */
    public static List<String> markdown(RunResult run, Pictures pictures) {
        return markdown(new RunView(run), pictures);
    }

    static List<String> markdown(RunView view, Pictures pictures) {
        var run = view.run();
        // A search holds some numbers of users twice; its table tells more than lines to and fro.
        if (view.levels().isEmpty() || run.layout().design().capacity().isPresent()) {
            return List.of();
        }
        var rows = LevelRow.groups(view).stream().flatMap(List::stream).toList();
        var panels = METRICS.stream()
                .map(metric -> panel(view, rows, metric))
                .filter(panel -> panel.lines().stream()
                        .anyMatch(line -> line.values().stream().anyMatch(OptionalDouble::isPresent)))
                .toList();
        var title = "Goodput and p99 by " + LevelTitle.of(view) + ", "
                + run.scenario().name();
        return panels.isEmpty()
                ? List.of()
                : pictures.add(
                        title + "; " + inWords(view, rows),
                        SvgChart.panels(
                                title, view.levels().stream().map(Level::name).toList(), panels));
    }

    private static SvgChart.Panel panel(RunView view, List<LevelRow> rows, Metric metric) {
        var lines = new ArrayList<SvgChart.Line>();
        for (var variant : view.variants()) {
            lines.add(new SvgChart.Line(
                    view.label(variant),
                    rows.stream()
                            .filter(row -> row.variant().equals(variant))
                            .map(row -> row.figures().of(metric))
                            .toList()));
        }
        var levels = view.levels();
        return new SvgChart.Panel(
                titled(metric) + " by " + LevelTitle.of(view)
                        + (levels.size() == 1 ? ": " + levels.getFirst().name() : ""),
                value -> Numbers.of(metric.unit(), value),
                lines);
    }

    /** The highest level alone: the table above the picture has all. */
    private static String inWords(RunView view, List<LevelRow> rows) {
        var highest = view.levels().getLast();
        return "at " + highest.name() + ": "
                + rows.stream()
                        .filter(row -> row.level().equals(highest))
                        .map(row -> view.label(row.variant()) + " "
                                + METRICS.stream()
                                        .flatMap(metric -> value(row, metric))
                                        .collect(Collectors.joining(" and ")))
                        .collect(Collectors.joining(", "));
    }

    private static String titled(Metric metric) {
        return metric.equals(RequestMetrics.GOODPUT) ? "Goodput" : metric.title();
    }

    private static Stream<String> value(LevelRow row, Metric metric) {
        var value = row.figures().of(metric);
        return value.isPresent() ? Stream.of(Numbers.of(metric, value)) : Stream.empty();
    }
}
