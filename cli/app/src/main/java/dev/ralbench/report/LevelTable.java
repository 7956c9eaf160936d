package dev.ralbench.report;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures per level: first what everybody wants to know, then, where asked for, what it looked like inside. */
final class LevelTable {
    private LevelTable() {}

    static List<String> render(RunView view, Page page) {
        var columns = LevelRow.names(view);
        columns.add(LevelRow.metric(Metric.GOODPUT, 0));
        columns.add(LevelRow.metric(Metric.P50, 2));
        columns.add(LevelRow.metric(Metric.P99, 1));
        columns.add(LevelRow.metric(Metric.ERRORS, 1));
        columns.add(LevelRow.metric(Metric.THREADS_PEAK, 4));
        columns.add(LevelRow.metric(Metric.HEAP_PEAK, 5));
        columns.add(LevelRow.metric(Metric.CPU_PER_REQUEST, 3));
        var ratios = BlockRatios.of(view);
        var title = "vs " + view.variants().getFirst();
        if (view.variants().size() > 1) {
            columns.add(new Column<>(title, Column.Align.LEFT, 1, row -> ratios.cell(row.variant(), row.position())));
        }
        var lines = new ArrayList<>(new Table<>(columns).render(LevelRow.groups(view), page));
        boolean isShown = lines.getFirst().contains(title); // a narrow page has no place for it
        if (view.variants().stream().anyMatch(view::isPartial)) {
            lines.add(page.line(Emphasis.FAINT, "* from a trial that did not complete"));
        }
        if (lines.getFirst().contains(Metric.THREADS_PEAK.title())) {
            ThreadsNote.of(view).ifPresent(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        }
        ratios.legend()
                .filter(text -> isShown)
                .ifPresent(text -> lines.addAll(page.wrapped(Emphasis.FAINT, title + ": " + text, 2)));
        return lines;
    }

    static List<String> renderTail(RunView view, Page page) {
        var columns = LevelRow.names(view);
        columns.add(LevelRow.metric(Metric.MEAN, 0));
        columns.add(LevelRow.metric(Metric.STDDEV, 5));
        columns.add(LevelRow.metric(Metric.P90, 3));
        columns.add(LevelRow.metric(Metric.P99, 3));
        columns.add(LevelRow.metric(Metric.P99_CORRECTED, 3));
        columns.add(LevelRow.metric(Metric.P999, 1));
        columns.add(LevelRow.metric(Metric.P999_CORRECTED, 6));
        columns.add(LevelRow.metric(Metric.MAX, 2));
        columns.add(LevelRow.metric(Metric.STALL, 4));
        columns.add(LevelRow.metric(Metric.CONNECT_P99, 6));
        return new Table<>(columns).render(LevelRow.groups(view), page);
    }

    /** How offered, sent and served go together where requests arrived at a rate; nothing where they did not. */
    static List<String> renderOpen(RunView view, Page page) {
        if (!view.isOpen()) {
            return List.of();
        }
        var columns = LevelRow.names(view);
        columns.add(LevelRow.metric(Metric.OFFERED, 0));
        columns.add(LevelRow.metric(Metric.SENT, 1));
        columns.add(LevelRow.metric(Metric.GOODPUT, 2));
        columns.add(LevelRow.metric(Metric.WAITING, 1));
        columns.add(LevelRow.metric(Metric.SERVICE_P50, 3));
        columns.add(LevelRow.metric(Metric.SERVICE_P99, 2));
        columns.add(LevelRow.metric(Metric.LATE_P99, 4));
        return new Table<>(columns).render(LevelRow.groups(view), page);
    }

    static List<String> renderInside(RunView view, Page page) {
        var columns = LevelRow.names(view);
        columns.add(LevelRow.metric(Metric.GC_COUNT, 3));
        columns.add(LevelRow.metric(Metric.GC_TIME, 4));
        columns.add(LevelRow.metric(Metric.ALLOCATION_PER_REQUEST, 0));
        columns.add(LevelRow.metric(Metric.HEAP_AFTER_COLLECTION, 2));
        columns.add(LevelRow.metric(Metric.RSS_PEAK, 1));
        columns.add(LevelRow.metric(Metric.SWITCHES_PER_REQUEST, 5));
        return new Table<>(columns).render(LevelRow.groups(view), page);
    }

    /** What the servers beside the target had to do; nothing where there were none. */
    static List<String> renderServers(RunView view, Page page) {
        var columns = LevelRow.names(view);
        var counted = Stream.of(
                        new Counted(Metric.SQL_SERVED, 4),
                        new Counted(Metric.SQL_PER_REQUEST, 0),
                        new Counted(Metric.SQL_RUNNING, 2),
                        new Counted(Metric.SQL_CONNECTIONS, 2),
                        new Counted(Metric.REDIS_SERVED, 4),
                        new Counted(Metric.REDIS_PER_REQUEST, 0),
                        new Counted(Metric.UPSTREAM_SERVED, 4),
                        new Counted(Metric.UPSTREAM_PER_REQUEST, 0),
                        new Counted(Metric.UPSTREAM_WAITING, 3))
                .filter(column -> isKnown(view, column.metric))
                .map(column -> LevelRow.metric(column.metric, column.priority))
                .toList();
        if (counted.isEmpty()) {
            return List.of();
        }
        columns.addAll(counted);
        return new Table<>(columns).render(LevelRow.groups(view), page);
    }

    private record Counted(Metric metric, int priority) {}

    private static boolean isKnown(RunView view, Metric metric) {
        return view.variants().stream()
                .flatMap(variant -> view.wholeRun(variant).stream())
                .anyMatch(window -> metric.of(window).isPresent());
    }

    /** The most threads of every group at any level, largest groups first. */
    static List<String> renderThreads(RunView view, Page page) {
        var lines = new ArrayList<String>();
        for (var variant : view.variants()) {
            view.wholeRun(variant)
                    .flatMap(window -> window.inside())
                    .map(InsideView::threadGroupsPeak)
                    .filter(groups -> !groups.isEmpty())
                    .ifPresent(groups -> lines.addAll(
                            page.wrapped(Emphasis.NONE, "threads, " + variant + ": " + inWords(groups), 2)));
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
