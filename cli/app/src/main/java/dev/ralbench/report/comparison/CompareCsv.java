package dev.ralbench.report.comparison;

import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Csv;
import dev.ralbench.page.Field;
import dev.ralbench.page.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One row per cell, numbers unrounded and with a point: for spreadsheets and scripts (RFC 4180, with line feeds). Rows of
 * a history are in the columns of comparisons, as far as they have them: base is what the newest run is held against, and
 * blocks are runs.
 */
public final class CompareCsv {
    private static final List<Field<PastRow>> OF_HISTORY = List.of(
            new Field<>("scenario", past -> past.history.scenario()),
            new Field<>("kind", past -> "history"),
            new Field<>("metric", past -> past.row.metric().key()),
            new Field<>("unit", past -> unit(past.row)),
            new Field<>("level", past -> past.row.level().name()),
            new Field<>("variant", past -> past.row.variant()),
            new Field<>("base", past -> past.row.earlier()),
            new Field<>("value", past -> past.row.latest()),
            new Field<>("scale", past -> ComparisonTable.scale(past.row.scale())),
            new Field<>("change", past -> past.row.change()),
            new Field<>("blocks", past -> past.row.count()),
            new Field<>("notes", PastRow::notes),
            new Field<>("runs", past -> ComparisonTable.runs(past.history.runs())));

    private record PastRow(History history, HistoryRow row) {
        private String notes() {
            var notes = new StringBuilder(
                    "median of all runs " + row.median() + "; median distance from it " + row.spread());
            row.anchor().ifPresent(anchor -> notes.append("; ratio to ").append(anchor));
            for (var change : row.changes()) {
                var from = history.runs().get(change.from()).origin().runId();
                notes.append("; ")
                        .append(change.known().isPresent() ? "known " : "")
                        .append(Spelling.of(change.kind()))
                        .append(" from run ")
                        .append(from)
                        .append(": ")
                        .append(change.before())
                        .append(" to ")
                        .append(change.after());
            }
            return notes.toString();
        }
    }

    private CompareCsv() {}

    /** The rows, header first, each with a line end. */
    public static String render(CompareReport report) {
        var rows = new ArrayList<List<String>>();
        rows.add(ComparisonTable.csvHeader());
        for (var section : report.sections()) {
            switch (section) {
                case CompareReport.Compared compared -> rows.addAll(new ComparisonTable(compared.view()).csv());
                case CompareReport.OverTime overTime -> rows.addAll(rows(overTime.history()));
                case CompareReport.Refused refused -> {}
                case CompareReport.Alone alone -> {}
            }
        }
        return rows.stream().map(Csv::line).collect(Collectors.joining());
    }

    private static List<List<String>> rows(History history) {
        var keys = Field.header(OF_HISTORY);
        return history.rows().stream()
                .map(row -> Field.csv(OF_HISTORY, new PastRow(history, row)))
                .map(values -> ComparisonTable.csvHeader().stream()
                        .map(key -> keys.contains(key) ? values.get(keys.indexOf(key)) : "")
                        .toList())
                .toList();
    }

    private static String unit(HistoryRow row) {
        return row.anchor().isPresent()
                ? MetricUnit.RATIO.symbol()
                : row.metric().unit().symbol();
    }
}
