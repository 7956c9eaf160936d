package dev.ralbench.report.comparison;

import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Field;
import dev.ralbench.page.Spelling;
import java.util.List;

/** The rows of a history in a CSV file: base is what the newest run is held against, and blocks are runs. */
final class HistoryCsv {
    private static final List<Field<PastRow>> FIELDS = List.of(
            new Field<>("scenario", past -> past.history.scenario()),
            new Field<>("kind", past -> "history"),
            new Field<>("metric", past -> past.row.metric().key()),
            new Field<>("unit", past -> unit(past.row)),
            new Field<>("level", past -> past.row.level().name()),
            new Field<>("variant", past -> past.row.variant()),
            new Field<>("base", past -> past.row.earlier()),
            new Field<>("value", past -> past.row.latest()),
            new Field<>("scale", past -> ComparisonJson.scale(past.row.scale())),
            new Field<>("change", past -> past.row.change()),
            new Field<>("blocks", past -> past.row.count()),
            new Field<>("notes", PastRow::notes),
            new Field<>("runs", past -> CompareCsv.runs(past.history.runs())));

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

    private HistoryCsv() {}

    private static String unit(HistoryRow row) {
        return row.anchor().isPresent()
                ? MetricUnit.RATIO.symbol()
                : row.metric().unit().symbol();
    }

    /**
     * One row per row of the history.
     *
     * @param header keys of the file; those that a history does not have stay empty
     */
    static List<List<String>> rows(History history, List<String> header) {
        var keys = Field.header(FIELDS);
        return history.rows().stream()
                .map(row -> Field.csv(FIELDS, new PastRow(history, row)))
                .map(values -> header.stream()
                        .map(key -> keys.contains(key) ? values.get(keys.indexOf(key)) : "")
                        .toList())
                .toList();
    }
}
