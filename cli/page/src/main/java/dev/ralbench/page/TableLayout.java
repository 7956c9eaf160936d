package dev.ralbench.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Columns with the widths that their contents need. */
record TableLayout<R>(List<Column<R>> columns, List<Integer> widths) {
    /** Stands between two columns. */
    static final String GAP = "  ";

    private static final int SHORTEST_TEXT = 8;

    TableLayout {
        columns = List.copyOf(columns);
        widths = List.copyOf(widths);
    }

    /** A cell in its column. */
    record Placed<R>(Column<R> column, TableCell cell) {}

    static <R> TableLayout<R> of(List<Column<R>> columns, List<List<R>> groups, Page page) {
        return new TableLayout<>(
                columns, columns.stream().map(c -> width(c, groups, page)).toList());
    }

    private static <R> int width(Column<R> column, List<List<R>> groups, Page page) {
        int widest = groups.stream()
                .flatMap(List::stream)
                .mapToInt(row -> Glyphs.width(
                        page.signs().spelled(column.cell().apply(row).text())))
                .max()
                .orElse(0);
        return Math.max(widest, Glyphs.width(page.signs().spelled(column.title())));
    }

    int width() {
        return widths.stream().mapToInt(w -> w).sum() + GAP.length() * (widths.size() - 1);
    }

    Column<R> leastImportant() {
        return columns.stream().max(Comparator.comparingInt(Column::priority)).orElseThrow();
    }

    TableLayout<R> without(Column<R> column) {
        int at = columns.indexOf(column);
        var others = new ArrayList<>(columns);
        var theirs = new ArrayList<>(widths);
        others.remove(at);
        theirs.subList(at, at + 1).clear();
        return new TableLayout<>(others, theirs);
    }

    TableLayout<R> withShorterTexts(Page page) {
        var shorter = new ArrayList<>(widths);
        int excess = width() - page.width();
        for (int i = 0; i < shorter.size() && excess > 0; i++) {
            int cut = columns.get(i).align() == Column.Align.LEFT
                    ? Math.clamp(shorter.get(i) - SHORTEST_TEXT, 0, excess)
                    : 0;
            shorter.set(i, shorter.get(i) - cut);
            excess -= cut;
        }
        return new TableLayout<>(columns, shorter);
    }

    List<Placed<R>> titles() {
        return columns.stream()
                .map(c -> new Placed<>(c, new TableCell(c.title(), Emphasis.TITLE)))
                .toList();
    }

    List<Placed<R>> cells(R row) {
        return columns.stream().map(c -> new Placed<>(c, c.cell().apply(row))).toList();
    }
}
