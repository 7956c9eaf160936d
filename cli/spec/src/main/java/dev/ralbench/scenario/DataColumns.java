package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.load.data.RowFormat;
import dev.ralbench.load.data.Rows;
import dev.ralbench.yaml.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The fields that requests may hold.
 *
 * @param feeders the rows of each feeder by its name; empty if they are not known before the run, or could not be read
 */
record DataColumns(Map<String, Optional<Rows>> feeders) {
    static final DataColumns NONE = new DataColumns(Map.of());

    DataColumns {
        feeders = Collections.unmodifiableMap(new LinkedHashMap<>(feeders));
    }

    /** Those of a document that is not read yet. A file that cannot be read has all columns: its reader reports it. */
    static DataColumns in(Node.Mapping scenario, ScenarioDirectory directory) {
        var feeders = new LinkedHashMap<String, Optional<Rows>>();
        scenario.mapping("data")
                .ifPresent(data -> data.entries()
                        .forEach((name, entry) -> feeders.put(
                                name,
                                entry.value() instanceof Node.Mapping feeder
                                        ? rows(feeder, directory)
                                        : Optional.empty())));
        return new DataColumns(feeders);
    }

    private static Optional<Rows> rows(Node.Mapping feeder, ScenarioDirectory directory) {
        char separator =
                feeder.value("separator").flatMap(SeparatorSyntax::find).orElse(RowFormat.COMMA);
        try {
            return feeder.value("file")
                    .filter(Node.Scalar.class::isInstance)
                    .map(name -> ((Node.Scalar) name).text())
                    .map(file -> directory.rows(file, separator))
                    .map(ScenarioDirectory.RowsOfFile::rows);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    boolean has(String feeder) {
        return feeders.containsKey(feeder);
    }

    boolean isEmpty() {
        return feeders.isEmpty();
    }

    int position(String feeder) {
        return List.copyOf(feeders.keySet()).indexOf(feeder);
    }

    Optional<Rows> rows(String feeder) {
        return Optional.ofNullable(feeders.get(feeder)).flatMap(rows -> rows);
    }

    /**
     * The flaw of a field of a feeder that is there; empty without one.
     *
     * @param isInHeader whether it stands in a header
     */
    Optional<String> flaw(String feeder, String column, boolean isInHeader) {
        return rows(feeder).flatMap(rows -> {
            int position = rows.columns().indexOf(column);
            if (position < 0) {
                return Optional.of("unknown placeholder " + shown(feeder, column) + "; "
                        + NearestName.hint(shown(feeder, column), shown(feeder, rows)) + separatorHint(feeder, rows));
            }
            var unprintable = rows.firstUnprintable(position);
            return isInHeader && unprintable.isPresent()
                    ? Optional.of("cannot hold " + shown(feeder, column) + ": its row " + (unprintable.getAsInt() + 1)
                            + " has a line break or another control character, which no header can have")
                    : Optional.empty();
        });
    }

    /** Of the header of a file that has other separators than commas, all is one column. */
    private static String separatorHint(String feeder, Rows rows) {
        var only = rows.columns().getFirst();
        boolean isSeparated = rows.columns().size() == 1 && (only.contains(";") || only.contains("\t"));
        return isSeparated
                ? "; its header has no comma: if " + (only.contains(";") ? "; separates" : "a tab separates")
                        + " the columns, write separator: " + (only.contains(";") ? "\";\"" : "\"\\t\"") + " in data."
                        + feeder
                : "";
    }

    private static String shown(String feeder, String column) {
        return "${" + feeder + "." + column + "}";
    }

    private static List<String> shown(String feeder, Rows rows) {
        return rows.columns().stream().map(column -> shown(feeder, column)).toList();
    }

    /** All fields, for messages; columns that are not known yet as COLUMN. */
    String valid() {
        return feeders.entrySet().stream()
                .flatMap(feeder -> feeder
                        .getValue()
                        .map(rows -> shown(feeder.getKey(), rows))
                        .orElseGet(() -> List.of(shown(feeder.getKey(), "COLUMN")))
                        .stream())
                .collect(Collectors.joining(", "));
    }
}
