package dev.ralbench.report;

import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.reference.Reproduction;
import dev.ralbench.report.ReferenceTable.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The whole run, ramps included, or the last level of a counted load: measured next to predicted and published. */
final class WholeRunTable {
    private WholeRunTable() {}

    /**
     * Whether a run's report has it. If nothing was predicted or published, the figures of a single level say it all, and
     * so do those of the levels of one service that is seen from outside: together they would be of no load at all.
     */
    static boolean isWorthIt(RunView view, boolean isDetailed) {
        return isDetailed
                || (view.levels().size() > 1 && !view.isOneFromOutside())
                || !view.run().expected().predictions().isEmpty()
                || view.run().expected().reference().isPresent();
    }

    static List<String> render(RunView view, Page page) {
        return render(view, page, EnumSet.allOf(Figures.class));
    }

    /** The table with columns of these kinds only; empty columns are left out. */
    static List<String> render(RunView view, Page page, Set<Figures> shown) {
        if (view.run().layout().design().capacity().isPresent()) {
            return List.of(); // each load of a search differs, and none was predicted or published
        }
        var reproduction = Reproduction.of(view.run());
        var groups = WholeRunRow.groups(view, reproduction);
        if (groups.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add(page.line(Emphasis.TITLE, title(view, groups)));
        lines.addAll(new Table<>(columns(groups, shown)).render(groups, page));
        if (shown.contains(Figures.PUBLISHED)) {
            reproduction
                    .filter(study -> has(groups, WholeRunRow::published))
                    .ifPresent(study -> lines.addAll(page.wrapped(Emphasis.FAINT, "published: " + study.source(), 2)));
            reproduction.stream()
                    .flatMap(study -> study.notes().stream())
                    .forEach(note -> lines.addAll(page.wrapped(Emphasis.FAINT, note, 2)));
        }
        return lines;
    }

    /** The table in Markdown; empty if there is none. */
    static List<String> markdown(RunView view) {
        var groups = WholeRunRow.groups(view, Reproduction.of(view.run()));
        return groups.isEmpty() || view.run().layout().design().capacity().isPresent()
                ? List.of()
                : Stream.concat(
                                Stream.of(title(view, groups), ""),
                                new Table<>(columns(groups, EnumSet.allOf(Figures.class))).markdown(groups).stream())
                        .toList();
    }

    /**
     * The table for a page in a browser, with its title, notes, and the figures behind it; empty if there is none, or
     * nothing that was predicted or published.
     */
    static Optional<Map<String, Object>> json(RunView view) {
        if (view.run().layout().design().capacity().isPresent()) {
            return Optional.empty();
        }
        var reproduction = Reproduction.of(view.run());
        var groups = WholeRunRow.groups(view, reproduction);
        if (!has(groups, WholeRunRow::predicted) && !has(groups, WholeRunRow::published)) {
            return Optional.empty();
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("title", title(view, groups));
        json.put(
                "notes",
                reproduction.stream()
                        .filter(study -> has(groups, WholeRunRow::published))
                        .flatMap(study ->
                                Stream.concat(Stream.of("Published: " + study.source()), study.notes().stream()))
                        .toList());
        json.putAll(new Table<>(columns(groups, EnumSet.allOf(Figures.class))).json(groups));
        json.put(
                "figures",
                groups.stream().flatMap(List::stream).map(WholeRunRow::json).toList());
        return Optional.of(json);
    }

    /** The study whose figures the table shows, if any. */
    static Optional<Reproduction> study(RunView view) {
        var reproduction = Reproduction.of(view.run());
        return reproduction.filter(study -> has(WholeRunRow.groups(view, reproduction), WholeRunRow::published));
    }

    private static String title(RunView view, List<List<WholeRunRow>> groups) {
        boolean isPredicted = has(groups, WholeRunRow::predicted);
        if (view.predictsLastLevel()) {
            return "last level, " + view.levels().getLast().name()
                    + (isPredicted ? "; predicted from " + lastLevelIsPredictedFrom(view) : "");
        }
        var what =
                view.run().layout().design().turns().isPresent() ? "all turns together" : "whole run, ramps included";
        return what
                + (view.hasWarmUp() ? ", warm-up left out" : "")
                + (isPredicted ? "; predicted from the lowest level" : "");
    }

    private static String lastLevelIsPredictedFrom(RunView view) {
        var levels = view.run().expected().predictions().values().stream()
                .flatMap(prediction -> prediction.serviceAt().stream())
                .distinct()
                .sorted()
                .map(String::valueOf)
                .toList();
        return levels.isEmpty() ? "the delay" : "level " + String.join(" and ", levels);
    }

    private static List<Column<WholeRunRow>> columns(List<List<WholeRunRow>> groups, Set<Figures> shown) {
        var columns = new ArrayList<Column<WholeRunRow>>();
        columns.add(Column.text("variant", 0, WholeRunRow::label));
        columns.add(Column.text("figure", 0, WholeRunRow::figure));
        if (shown.contains(Figures.MEASURED)) {
            columns.add(new Column<>("measured", Column.Align.RIGHT, 0, WholeRunRow::measuredCell));
        }
        if (shown.contains(Figures.PREDICTED) && has(groups, WholeRunRow::predicted)) {
            columns.add(new Column<>("predicted", Column.Align.RIGHT, 2, WholeRunRow::predictedCell));
            columns.add(new Column<>("deviation", Column.Align.RIGHT, 3, WholeRunRow::deviationCell));
        }
        if (shown.contains(Figures.PUBLISHED) && has(groups, WholeRunRow::published)) {
            columns.add(new Column<>("published", Column.Align.RIGHT, 1, WholeRunRow::publishedCell));
        }
        return columns;
    }

    private static boolean has(List<List<WholeRunRow>> groups, Function<WholeRunRow, Optional<?>> figure) {
        return groups.stream()
                .flatMap(List::stream)
                .anyMatch(row -> figure.apply(row).isPresent());
    }
}
