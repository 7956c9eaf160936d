package dev.ralbench.dependency.sql;

import dev.ralbench.Sha256;
import dev.ralbench.dependency.kind.DataDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The data directory of a database server that has loaded a script and was shut down well, and its tables' figures. */
record Snapshot(Path directory) {
    private static final String DATA = "data";
    private static final String TABLES = "tables.tsv";
    private static final int KEY_DIGITS = 16;

    /** The inputs that decide a data directory's content: the same key, the same data. */
    static String key(String versionText, List<String> settings, String database, String script) {
        var parts = new StringBuilder();
        for (var part : List.of(versionText, String.join("\n", settings), database, script)) {
            // With its length, so that no text can move from one part to the next.
            parts.append(part.getBytes(StandardCharsets.UTF_8).length)
                    .append(':')
                    .append(part);
        }
        return Sha256.of(parts.toString()).substring(0, KEY_DIGITS);
    }

    /** Puts a snapshot together in a directory of its own. */
    static void write(Path data, Map<String, TableFigures> tables, Path directory) throws IOException {
        Files.move(data, directory.resolve(DATA));
        var lines = tables.entrySet().stream()
                .map(table -> table.getKey() + "\t" + table.getValue().rows() + "\t"
                        + table.getValue().checksum())
                .toList();
        Files.write(directory.resolve(TABLES), lines);
    }

    boolean isWhole() {
        return Files.isDirectory(directory.resolve(DATA)) && Files.isRegularFile(directory.resolve(TABLES));
    }

    Map<String, TableFigures> tables() throws IOException {
        var tables = new TreeMap<String, TableFigures>();
        for (var line : Files.readAllLines(directory.resolve(TABLES))) {
            var fields = List.of(line.split("\t", -1));
            tables.put(fields.get(0), new TableFigures(Long.parseLong(fields.get(1)), fields.get(2)));
        }
        return tables;
    }

    /** Copies the data directory to a place where nothing is yet. */
    void restore(Path target) throws IOException {
        DataDirectory.copy(directory.resolve(DATA), target);
    }
}
