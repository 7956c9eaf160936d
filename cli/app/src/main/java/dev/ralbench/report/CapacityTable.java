package dev.ralbench.report;

import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Markdown;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.LevelHolds;
import dev.ralbench.result.Slo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of a capacity search: the users with which each variant met the objective, and with which it missed it.
 */
final class CapacityTable {
    private CapacityTable() {}

    /** The table for a terminal; empty if the run was no capacity search. */
    static List<String> render(RunView view, Page page) {
        return view.run()
                .layout()
                .design()
                .capacity()
                .map(search -> render(view, search.objective(), search.to(), page))
                .orElse(List.of());
    }

    /** The table in Markdown; empty if the run was no capacity search. */
    static List<String> markdown(RunView view) {
        return view.run()
                .layout()
                .design()
                .capacity()
                .map(search -> markdown(view, search.objective(), search.to()))
                .orElse(List.of());
    }

    /** The table for a page in a browser, with its title; empty if the run was no capacity search. */
    static Optional<Map<String, Object>> json(RunView view) {
        return view.run().layout().design().capacity().map(search -> {
            var json = new LinkedHashMap<String, Object>();
            var rows = CapacityRow.of(view, search.objective());
            json.put("title", title(search.objective()));
            json.putAll(new Table<>(columns(search.objective(), search.to())).json(List.of(rows)));
            json.put("notes", notShown(rows).stream().toList());
            return json;
        });
    }

    private static List<String> markdown(RunView view, Slo slo, int searchedTo) {
        var table = new Table<>(columns(slo, searchedTo)).markdown(List.of(CapacityRow.of(view, slo)));
        return Stream.concat(Stream.of(Markdown.escaped(title(slo)), ""), table.stream())
                .toList();
    }

    private static List<String> render(RunView view, Slo slo, int searchedTo, Page page) {
        var rows = CapacityRow.of(view, slo);
        var lines = new ArrayList<>(page.wrapped(Emphasis.TITLE, title(slo), 2));
        lines.addAll(new Table<>(columns(slo, searchedTo)).render(List.of(rows), page));
        notShown(rows).ifPresent(note -> lines.addAll(page.wrapped(Emphasis.FAINT, note, 2)));
        return lines;
    }

    private static String title(Slo slo) {
        return "capacity: most users with " + slo.words();
    }

    private static List<Column<CapacityRow>> columns(Slo slo, int searchedTo) {
        var columns = new ArrayList<Column<CapacityRow>>();
        columns.add(Column.text("variant", 0, CapacityRow::label));
        columns.add(Column.number("users", 0, CapacityRow::users));
        columns.add(Column.number("knee", 1, row -> CapacityRow.estimate(row.interval())));
        columns.add(Column.text("goodput", 0, row -> goodput(row.median().kept())));
        var metrics = slo.limits().stream().map(MetricLimit::metric).toList();
        for (int i = 0; i < metrics.size(); i++) {
            int at = i;
            columns.add(Column.text(
                    metrics.get(i).title(), 0, row -> judgedBy(row.median().kept(), slo, at)));
        }
        columns.add(Column.text("missed at", 0, row -> row.missed(searchedTo)));
        for (int i = 0; i < metrics.size(); i++) {
            int at = i;
            columns.add(Column.text(
                    metrics.get(i).title() + " there",
                    1 + i,
                    row -> judgedBy(row.median().missed(), slo, at)));
        }
        return columns;
    }

    /** A note on levels that are unclear; empty if every level before the miss clearly met the objective. */
    private static Optional<String> notShown(List<CapacityRow> rows) {
        var from = rows.stream()
                .flatMap(row -> row.unclear().map(users -> row.label() + " from " + users + " users on").stream())
                .collect(Collectors.joining(", "));
        return from.isEmpty()
                ? Optional.empty()
                : Optional.of("not shown: too few requests, or too close to the limit, to be 95 % sure: " + from
                        + "; hold the levels longer (ralbench capacity --hold)");
    }

    private static String goodput(Optional<LevelHolds> level) {
        return level.map(seen -> Numbers.of(RequestMetrics.GOODPUT, RequestMetrics.GOODPUT.of(seen.window())))
                .orElse(TableCell.MISSING.text());
    }

    /** @param limit which one of the objective, from 0 */
    private static String judgedBy(Optional<LevelHolds> level, Slo slo, int limit) {
        return level.map(
                        seen -> CapacityRow.text(CapacityRow.readings(seen, slo).get(limit)))
                .orElse(TableCell.MISSING.text());
    }
}
