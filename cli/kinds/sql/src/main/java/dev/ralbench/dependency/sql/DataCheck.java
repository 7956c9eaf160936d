package dev.ralbench.dependency.sql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredSql;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares tables with the required ones. */
record DataCheck(Map<String, DeclaredSql.ExpectedTable> expected) {
    DataCheck {
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }

    /**
     * Does nothing when all is as it must be.
     *
     * @param what whose data it is
     * @param fix the remedy when it is not
     */
    void verify(Map<String, TableFigures> found, String what, String fix) {
        var wrong = expected.entrySet().stream()
                .flatMap(entry -> difference(entry.getKey(), entry.getValue(), found).stream())
                .toList();
        if (!wrong.isEmpty()) {
            throw Failure.environment(
                    what + " is not what the scenario needs", wrong.stream().collect(Collectors.joining("\n  ")), fix);
        }
    }

    private static Optional<String> difference(
            String table, DeclaredSql.ExpectedTable expected, Map<String, TableFigures> all) {
        var found = all.get(table);
        var needed = "expected " + expected.rows() + " rows"
                + expected.checksum().map(checksum -> ", checksum " + checksum).orElse("");
        if (found == null) {
            return Optional.of("table " + table + ": " + needed + ", found no such table");
        }
        boolean same = found.rows() == expected.rows()
                && expected.checksum().map(found.checksum()::equalsIgnoreCase).orElse(true);
        return same ? Optional.empty() : Optional.of("table " + table + ": " + needed + "; found " + found);
    }
}
