package dev.ralbench.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of text as a Markdown table with even columns, so that it can be read on a terminal and pasted into a README. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... head) {
        rows.add(List.of(head));
    }

    void add(List<String> row) {
        rows.add(row);
    }

    List<String> lines() {
        int columns = rows.getFirst().size();
        var widths = IntStream.range(0, columns)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .boxed()
                .toList();
        var lines = new ArrayList<String>();
        rows.forEach(row -> lines.add(line(row, widths)));
        lines.add(1, "|" + "---|".repeat(columns));
        return lines;
    }

    private static String line(List<String> row, List<Integer> widths) {
        var line = new StringBuilder("|");
        for (int column = 0; column < row.size(); column++) {
            line.append(' ')
                    .append(row.get(column))
                    .append(" ".repeat(widths.get(column) - row.get(column).length()))
                    .append(" |");
        }
        return line.toString();
    }
}
