package dev.ralbench.dependency.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many rows a table has and a checksum over all of their columns, which is the same in whatever order the rows come.
 */
public record TableFigures(long rows, String checksum) {

    /**
     * Reads the answer to a query for the number of rows, and exclusive or and sum of 32 bits of a hash of each. In these
     * the rows' order does not matter; the first alone would not see rows that are there twice.
     */
    public static TableFigures ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return new TableFigures(row.getLong(1), checksum(row.getLong(2), row.getLong(3)));
        }
    }

    /** The figures of all tables of a database, by name. */
    public static Map<String, TableFigures> ofAll(SqlDialect dialect, Connection connection, String database)
            throws SQLException {
        return of(dialect, connection, database, dialect.tables(connection, database));
    }

    /** The figures of those of the given tables that exist, by name. */
    static Map<String, TableFigures> of(
            SqlDialect dialect, Connection connection, String database, Collection<String> tables) throws SQLException {
        var figures = new TreeMap<String, TableFigures>();
        for (var table : dialect.tables(connection, database)) {
            if (tables.contains(table)) {
                figures.put(table, dialect.figures(connection, database, table));
            }
        }
        return figures;
    }

    /** Twice eight hexadecimal digits. */
    static String checksum(long xor, long sum) {
        return String.format(Locale.ROOT, "%08x%08x", xor, sum);
    }

    @Override
    public String toString() {
        return rows + (rows == 1 ? " row" : " rows") + ", checksum " + checksum;
    }
}
