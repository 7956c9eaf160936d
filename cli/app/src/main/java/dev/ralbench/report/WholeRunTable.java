package dev.ralbench.report;

import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.report.ReferenceTable.Figures;
import dev.ralbench.result.ReferenceFigures;
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
        var study = view.run().expected().reference().flatMap(ReferenceFigures::of);
        var otherLoad = study.flatMap(published -> PublishedLoad.another(view.run(), published));
        var reference = study.filter(published -> otherLoad.isEmpty());
        var groups = WholeRunRow.groups(view, reference);
        if (groups.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        lines.add(page.line(Emphasis.TITLE, title(view, groups)));
        lines.addAll(new Table<>(columns(groups, shown)).render(groups, page));
        reference
                .filter(published -> shown.contains(Figures.PUBLISHED) && has(groups, WholeRunRow::published))
                .ifPresent(published -> lines.addAll(source(published, page)));
        Stream.concat(
                        otherLoad.stream(),
                        reference.stream()
                                .flatMap(published -> new PublishedDelay(view.run(), published).notes().stream()))
                .filter(note -> shown.contains(Figures.PUBLISHED))
                .forEach(note -> lines.addAll(page.wrapped(Emphasis.FAINT, note, 2)));
        return lines;
    }

    /** The table in Markdown; empty if there is none. */
    static List<String> markdown(RunView view) {
        var study = view.run().expected().reference().flatMap(ReferenceFigures::of);
        var groups = WholeRunRow.groups(
                view,
                study.filter(published ->
                        PublishedLoad.another(view.run(), published).isEmpty()));
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
        var study = study(view);
        var groups = WholeRunRow.groups(
                view, study.flatMap(known -> view.run().expected().reference()).flatMap(ReferenceFigures::of));
        if (!has(groups, WholeRunRow::predicted) && !has(groups, WholeRunRow::published)) {
            return Optional.empty();
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("title", title(view, groups));
        json.put(
                "notes",
                study.stream()
                        .flatMap(known -> Stream.concat(
                                Stream.of("Published: " + known.source().title() + "; "
                                        + known.source().hardware()),
                                new PublishedDelay(view.run(), known).notes().stream()))
                        .toList());
        json.putAll(new Table<>(columns(groups, EnumSet.allOf(Figures.class))).json(groups));
        json.put(
                "figures",
                groups.stream().flatMap(List::stream).map(WholeRunRow::json).toList());
        return Optional.of(json);
    }

    /** The study whose figures the table shows, if any. */
    static Optional<ReferenceFigures> study(RunView view) {
        var reference = view.run().expected().reference().flatMap(ReferenceFigures::of);
        return reference
                .filter(study -> PublishedLoad.another(view.run(), study).isEmpty())
                .filter(study -> has(WholeRunRow.groups(view, reference), WholeRunRow::published));
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

    private static List<String> source(ReferenceFigures study, Page page) {
        return page.wrapped(
                Emphasis.FAINT,
                "published: " + study.source().title() + "; " + study.source().hardware(),
                2);
    }
}
