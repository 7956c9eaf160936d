package dev.ralbench.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rows of {@code R} under a list of columns. On a narrow page the least important columns are dropped and named below
 * the table. Then texts are shortened; numbers never are.
 */
public record Table<R>(List<Column<R>> columns) {
    public Table {
        columns = List.copyOf(columns);
    }

    /**
     * The table line by line.
     *
     * @param groups rows that belong together; a blank line stands between groups
     */
    public List<String> render(List<List<R>> groups, Page page) {
        var fitting = fittingColumns(groups, page);
        var widths = fitting.widths();
        var lines = new ArrayList<String>();
        lines.add(line(page, widths, fitting.titles()));
        for (int i = 0; i < groups.size(); i++) {
            if (i > 0) {
                lines.add("");
            }
            groups.get(i).forEach(row -> lines.add(line(page, widths, fitting.cells(row))));
        }
        lines.addAll(leftOut(fitting, groups, page));
        return lines;
    }

    /** The titles of the columns that have room on a page. */
    public Set<String> shown(List<List<R>> groups, Page page) {
        return fittingColumns(groups, page).columns().stream()
                .map(Column::title)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Which columns did not fit, and how to see them; nothing where all did. */
    private List<String> leftOut(TableLayout<R> fitting, List<List<R>> groups, Page page) {
        var wanted = columns.stream()
                .filter(column -> column.priority() != Column.SPARE)
                .toList();
        var names = wanted.stream()
                .filter(column -> !fitting.columns().contains(column))
                .map(Column::title)
                .collect(Collectors.joining(", "));
        if (names.isEmpty()) {
            return List.of();
        }
        int needed = TableLayout.of(wanted, groups, page).width();
        var remedy = needed <= Page.WIDEST
                ? "a terminal of " + needed + " columns or a file shows all"
                : "result files and reports have all";
        var note = "not shown in " + page.width() + " columns: " + names + "; " + remedy;
        return page.wrapped(Emphasis.FAINT, note, 2);
    }

    /** Renders all columns as a Markdown table; groups follow each other without a gap. */
    public List<String> markdown(List<List<R>> groups) {
        var lines = new ArrayList<String>();
        lines.add(markdownRow(columns.stream().map(Column::title).toList()));
        lines.add(columns.stream()
                .map(column -> column.align() == Column.Align.LEFT ? "---" : "---:")
                .collect(Collectors.joining("|", "|", "|")));
        groups.stream()
                .flatMap(List::stream)
                .map(row -> columns.stream()
                        .map(column -> column.cell().apply(row).text())
                        .toList())
                .forEach(cells -> lines.add(markdownRow(cells)));
        return lines;
    }

    /**
     * All columns and rows for a page in a browser: {@code columns} with a title and whether it is text, {@code rows} of
     * cells with a text and an emphasis.
     */
    public Map<String, Object> json(List<List<R>> groups) {
        var json = new LinkedHashMap<String, Object>();
        json.put(
                "columns",
                columns.stream()
                        .map(column -> ordered("title", column.title(), "isText", column.align() == Column.Align.LEFT))
                        .toList());
        json.put(
                "rows",
                groups.stream()
                        .flatMap(List::stream)
                        .map(row -> columns.stream()
                                .map(column -> column.cell().apply(row))
                                .map(cell -> ordered("text", cell.text(), "emphasis", Spelling.of(cell.emphasis())))
                                .toList())
                        .toList());
        return json;
    }

    /** The order of a map without one differs from start to start, and a page's bytes with it. */
    private static Map<String, Object> ordered(String first, Object value, String second, Object other) {
        var map = new LinkedHashMap<String, Object>();
        map.put(first, value);
        map.put(second, other);
        return map;
    }

    private static String markdownRow(List<String> cells) {
        return cells.stream().map(Markdown::escaped).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private TableLayout<R> fittingColumns(List<List<R>> groups, Page page) {
        var layout = TableLayout.of(columns, groups, page);
        while (layout.width() > page.width()) {
            var dropped = layout.leastImportant();
            if (dropped.priority() == 0) {
                return layout.withShorterTexts(page);
            }
            layout = layout.without(dropped);
        }
        return layout;
    }

    private static <R> String line(Page page, List<Integer> widths, List<TableLayout.Placed<R>> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            var text =
                    page.signs().fitted(page.signs().spelled(cells.get(i).cell().text()), widths.get(i));
            var padding = " ".repeat(widths.get(i) - Glyphs.width(text));
            var styled = page.style().apply(cells.get(i).cell().emphasis(), text);
            line.append(i == 0 ? "" : TableLayout.GAP);
            line.append(cells.get(i).column().align() == Column.Align.LEFT ? styled + padding : padding + styled);
        }
        return line.toString().stripTrailing();
    }
}
