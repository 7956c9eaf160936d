package dev.ralbench.report;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.ArrivalMetrics;
import dev.ralbench.metric.DependencyFigure.Aspect;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The figures per level: first the main ones, then, if requested, the internal ones. */
final class LevelTable {
    /** Process figures that the first table already has. */
    private static final Set<Metric> AMONG_FIGURES = Set.of(
            ProcessMetrics.THREADS_PEAK,
            ProcessMetrics.HEAP_PEAK,
            ProcessMetrics.LOOP_LAG,
            ProcessMetrics.CPU_PER_REQUEST);

    private static final String POOLS_LEGEND =
            "pools of threads and connections: most in use of the limit, and most that"
                    + " waited for one, by samples once a second";

    private LevelTable() {}

    /** A table with its rows: to be set on a page, or as Markdown. */
    private record Sheet(List<Column<LevelRow>> columns, List<List<LevelRow>> groups) {
        List<String> on(Page page) {
            return new Table<>(columns).render(groups, page);
        }

        Set<String> shown(Page page) {
            return new Table<>(columns).shown(groups, page);
        }

        List<String> markdown() {
            return new Table<>(columns).markdown(groups);
        }

        Map<String, Object> json(String title) {
            var json = new LinkedHashMap<String, Object>();
            json.put("title", title);
            json.putAll(new Table<>(columns).json(groups));
            return json;
        }
    }

    static List<String> render(RunView view, Page page) {
        var ratios = view.ratios();
        var title = ratiosTitle(view);
        var sheet = figures(view, ratios);
        var lines = new ArrayList<>(sheet.on(page));
        var shown = sheet.shown(page); // a narrow page has no room for all columns, nor use for notes on the others
        if (view.variants().stream().anyMatch(view::isPartial)) {
            lines.add(page.line(Emphasis.FAINT, "* from a trial that did not complete"));
        }
        new ColumnNotes(view, shown).all().forEach(note -> lines.addAll(note.lines(page)));
        if (shown.contains(title)) {
            ratios.notes(title).forEach(note -> lines.addAll(note.lines(page)));
        }
        return lines;
    }

    private static String ratiosTitle(RunView view) {
        return "vs " + view.variants().getFirst();
    }

    private static Sheet figures(RunView view, BlockRatios ratios) {
        if (view.isOneFromOutside()) {
            return fromOutside(view);
        }
        var columns = LevelRow.names(view);
        LevelRow.name(view).ifPresent(columns::add);
        columns.add(LevelRow.metric(RequestMetrics.GOODPUT, 0));
        columns.add(LevelRow.metric(RequestMetrics.P50, 2));
        columns.add(LevelRow.metric(RequestMetrics.P95, Column.SPARE));
        columns.add(LevelRow.metric(RequestMetrics.P99, 1));
        columns.add(LevelRow.metric(RequestMetrics.ERRORS, 1));
        if (!view.isWithoutInside()) {
            columns.add(LevelRow.metric(ProcessMetrics.THREADS_PEAK, 4));
            columns.add(LevelRow.metric(ProcessMetrics.HEAP_PEAK, 5));
            if (isKnown(view, ProcessMetrics.LOOP_LAG)) {
                columns.add(LevelRow.metric(ProcessMetrics.LOOP_LAG, 5));
            }
            columns.add(LevelRow.metric(ProcessMetrics.CPU_PER_REQUEST, 3));
        }
        if (view.variants().size() > 1) {
            columns.add(new Column<>(
                    ratiosTitle(view),
                    Column.Align.LEFT,
                    1,
                    row -> row.named().isPresent() ? LevelRow.NOT_BY_NAME : ratios.cell(row.variant(), row.level())));
        }
        return new Sheet(columns, LevelRow.groupsByName(view));
    }

    /** With the room that the figures from inside, and a name that is the same in each row, take in other tables. */
    private static Sheet fromOutside(RunView view) {
        var columns = view.variants().stream().anyMatch(view::isPartial)
                ? LevelRow.names(view)
                : LevelRow.names(view).subList(0, 1);
        var all = new ArrayList<>(columns);
        LevelRow.name(view).ifPresent(all::add);
        all.add(LevelRow.metric(RequestMetrics.REQUESTS, 4));
        all.add(LevelRow.metric(RequestMetrics.GOODPUT, 0));
        all.add(LevelRow.metric(RequestMetrics.P50, 2));
        all.add(LevelRow.metric(RequestMetrics.P90, 3));
        all.add(LevelRow.metric(RequestMetrics.P95, Column.SPARE));
        all.add(LevelRow.metric(RequestMetrics.P99, 1));
        all.add(LevelRow.metric(RequestMetrics.MAX, 2));
        all.add(LevelRow.metric(RequestMetrics.ERRORS, 1));
        return new Sheet(all, LevelRow.groupsByName(view));
    }

    static List<String> renderTail(RunView view, Page page) {
        return tail(view).on(page);
    }

    private static Sheet tail(RunView view) {
        var columns = LevelRow.names(view);
        LevelRow.name(view)
                .ifPresent(name -> columns.addAll(List.of(name, LevelRow.metric(RequestMetrics.REQUESTS, 6))));
        columns.add(LevelRow.metric(RequestMetrics.MEAN, 0));
        columns.add(LevelRow.metric(RequestMetrics.STDDEV, 5));
        columns.add(LevelRow.metric(RequestMetrics.P90, 3));
        columns.add(LevelRow.metric(RequestMetrics.P95, 2));
        columns.add(LevelRow.metric(RequestMetrics.P99, 3));
        columns.add(LevelRow.metric(RequestMetrics.P99_CORRECTED, 3));
        columns.add(LevelRow.metric(RequestMetrics.P999, 1));
        columns.add(LevelRow.metric(RequestMetrics.P999_CORRECTED, 6));
        columns.add(LevelRow.metric(RequestMetrics.MAX, 2));
        columns.add(LevelRow.metric(RequestMetrics.PEAK_PER_SECOND, 6));
        if (view.measuredLevels().stream()
                .anyMatch(level -> RequestMetrics.TOTAL_TIME.of(level).isPresent())) {
            columns.add(LevelRow.metric(RequestMetrics.TOTAL_TIME, 6));
        }
        columns.add(LevelRow.metric(RequestMetrics.STALL, 4));
        columns.add(LevelRow.metric(RequestMetrics.CONNECT_P99, 6));
        return new Sheet(columns, LevelRow.groupsByName(view));
    }

    /** Offered, sent and served requests of open loads; nothing for other loads. */
    static List<String> renderOpen(RunView view, Page page) {
        return open(view).map(sheet -> sheet.on(page)).orElse(List.of());
    }

    private static Optional<Sheet> open(RunView view) {
        if (!view.isOpen()) {
            return Optional.empty();
        }
        var columns = LevelRow.names(view);
        columns.add(LevelRow.metric(ArrivalMetrics.OFFERED, 0));
        columns.add(LevelRow.metric(ArrivalMetrics.SENT, 1));
        columns.add(LevelRow.metric(RequestMetrics.GOODPUT, 2));
        columns.add(LevelRow.metric(ArrivalMetrics.WAITING, 1));
        columns.add(LevelRow.metric(ArrivalMetrics.SERVICE_P50, 3));
        columns.add(LevelRow.metric(ArrivalMetrics.SERVICE_P99, 2));
        columns.add(LevelRow.metric(ArrivalMetrics.LATE_P99, 4));
        return Optional.of(new Sheet(columns, LevelRow.groups(view)));
    }

    /** The bytes that requests moved; nothing of results that do not have them. */
    static List<String> renderTransfer(RunView view, Page page) {
        return transfer(view).map(sheet -> sheet.on(page)).orElse(List.of());
    }

    private static Optional<Sheet> transfer(RunView view) {
        if (view.measuredLevels().stream()
                .noneMatch(level -> RequestMetrics.TRANSFER_RATE.of(level).isPresent())) {
            return Optional.empty();
        }
        var columns = LevelRow.names(view);
        columns.add(LevelRow.metric(RequestMetrics.TRANSFER_RATE, 0));
        columns.add(LevelRow.metric(RequestMetrics.SENT_RATE, 2));
        columns.add(LevelRow.metric(RequestMetrics.BODY_PER_RESPONSE, 0));
        columns.add(LevelRow.metric(RequestMetrics.RECEIVED_PER_REQUEST, 1));
        return Optional.of(new Sheet(columns, LevelRow.groups(view)));
    }

    /** The view from inside; nothing if no target was looked into. */
    static List<String> renderInside(RunView view, Page page) {
        return view.isWithoutInside() ? List.of() : inside(view).on(page);
    }

    /** All other metrics of the process; a narrow page keeps those that comparisons show unasked for longest. */
    private static Sheet inside(RunView view) {
        var columns = LevelRow.names(view);
        var metrics = ProcessMetrics.ALL.stream()
                .filter(metric -> !AMONG_FIGURES.contains(metric))
                .filter(metric -> !metric.equals(ProcessMetrics.LOOP_LAG_P99) || isKnown(view, metric))
                .toList();
        for (int place = 0; place < metrics.size(); place++) {
            var metric = metrics.get(place);
            boolean isImportant = metric.comparison().headline();
            columns.add(LevelRow.metric(metric, isImportant ? place : metrics.size() + place));
        }
        return new Sheet(columns, LevelRow.groups(view));
    }

    /** The use of the targets' pools, with a legend; nothing if none was seen. */
    static List<String> renderPools(RunView view, Page page) {
        var lines = new ArrayList<String>();
        pools(view).ifPresent(sheet -> {
            lines.addAll(sheet.on(page));
            lines.addAll(page.wrapped(Emphasis.FAINT, POOLS_LEGEND, 2));
        });
        return lines;
    }

    private static Optional<Sheet> pools(RunView view) {
        var pools = PoolFigures.columns(view);
        if (pools.isEmpty()) {
            return Optional.empty();
        }
        var columns = LevelRow.names(view);
        columns.addAll(pools);
        return Optional.of(new Sheet(columns, LevelRow.groups(view)));
    }

    /** The table of the dependencies' work; empty if there were none. */
    static List<String> renderServers(RunView view, Page page) {
        return servers(view).map(sheet -> sheet.on(page)).orElse(List.of());
    }

    private static Optional<Sheet> servers(RunView view) {
        var columns = LevelRow.names(view);
        var wholeRuns = wholeRuns(view);
        var counted = Metrics.ALL.stream()
                .filter(metric -> isKnown(wholeRuns, metric))
                .flatMap(metric ->
                        metric
                                .ofDependency()
                                .map(figure -> LevelRow.metric(metric, priority(figure.aspect())))
                                .stream())
                .toList();
        if (counted.isEmpty()) {
            return Optional.empty();
        }
        columns.addAll(counted);
        return Optional.of(new Sheet(columns, LevelRow.groups(view)));
    }

    /** The tables in Markdown, those of the short report first. */
    static List<List<String>> markdown(RunView view, RunTable.Detail detail) {
        var sheets = new ArrayList<>(List.of(figures(view, view.ratios())));
        servers(view).ifPresent(sheets::add);
        if (detail == RunTable.Detail.FULL) {
            sheets.add(tail(view));
            open(view).ifPresent(sheets::add);
            transfer(view).ifPresent(sheets::add);
            if (!view.isWithoutInside()) {
                sheets.add(inside(view));
            }
            pools(view).ifPresent(sheets::add);
        }
        return sheets.stream().map(Sheet::markdown).toList();
    }

    /** All tables for a page in a browser, each with a title. */
    static List<Map<String, Object>> json(RunView view) {
        var tables = new ArrayList<Map<String, Object>>();
        servers(view).ifPresent(sheet -> tables.add(sheet.json("Dependencies")));
        open(view).ifPresent(sheet -> tables.add(sheet.json("Requests as they were planned")));
        tables.add(tail(view).json("Response times"));
        transfer(view).ifPresent(sheet -> tables.add(sheet.json("Bytes")));
        if (!view.isWithoutInside()) {
            tables.add(inside(view).json("Inside the service"));
            pools(view).ifPresent(sheet -> tables.add(sheet.json("Pools: most in use, and most that waited")));
        }
        return tables;
    }

    /** The priority of a dependency's column; a narrow page leaves out the highest number first. */
    private static int priority(Aspect aspect) {
        return switch (aspect) {
            case SERVED_PER_REQUEST -> 0;
            case SERVED_PER_JOURNEY, BATCH -> 1;
            case RUNNING_PEAK, CONNECTIONS_PEAK -> 2;
            case WAITING_PEAK -> 3;
            case SERVED -> 4;
        };
    }

    private static boolean isKnown(RunView view, Metric metric) {
        return isKnown(wholeRuns(view), metric);
    }

    private static boolean isKnown(List<WindowMeasurement> wholeRuns, Metric metric) {
        return wholeRuns.stream().anyMatch(window -> metric.of(window).isPresent());
    }

    /** Each variant's trials together, which takes a while: put together once for all metrics. */
    private static List<WindowMeasurement> wholeRuns(RunView view) {
        return view.variants().stream()
                .flatMap(variant -> view.wholeRun(variant).stream())
                .toList();
    }

    /** The most threads of every group at any level, largest groups first. */
    static List<String> renderThreads(RunView view, Page page) {
        var lines = new ArrayList<String>();
        for (var variant : view.variants()) {
            view.wholeRun(variant)
                    .flatMap(window -> window.views().inside())
                    .map(InsideView::threadGroupsPeak)
                    .filter(groups -> !groups.isEmpty())
                    .ifPresent(groups -> lines.addAll(page.wrapped(
                            Emphasis.NONE,
                            "threads, " + view.run().scenario().title(variant) + ": " + inWords(groups),
                            2)));
        }
        return lines;
    }

    private static String inWords(Map<String, Integer> groups) {
        return groups.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(group -> group.getKey() + " " + group.getValue())
                .collect(Collectors.joining(", "));
    }
}
