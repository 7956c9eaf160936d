package dev.ralbench.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What targets need beside themselves: the {@code needs:} of a scenario. Every trial has all of it to itself, fresh.
 *
 * @param upstream the stub of a slow remote service, by the options of the built-in target {@code upstream}
 */
public record Needs(Optional<MySql> mysql, Optional<Redis> redis, Optional<Map<String, String>> upstream) {
    public Needs {
        upstream = upstream.map(Needs::ordered);
    }

    /** Nothing at all. */
    public static Needs none() {
        return new Needs(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public boolean isEmpty() {
        return equals(none());
    }

    /**
     * A MySQL server with a database.
     *
     * @param script SQL that makes and fills the tables
     * @param rows how many rows each table has then
     * @param checksums over all of a table's columns and rows, where they are known
     */
    public record MySql(
            String database, Optional<Script> script, Map<String, Long> rows, Map<String, String> checksums) {
        public MySql {
            rows = ordered(rows);
            checksums = ordered(checksums);
        }
    }

    /** A file of SQL statements that lies beside the scenario. */
    public record Script(String name, String text) {}

    /**
     * A Redis server.
     *
     * @param database its number
     * @param keys strings that are there at the beginning; all others are absent
     */
    public record Redis(int database, Map<String, String> keys) {
        public Redis {
            keys = ordered(keys);
        }
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
