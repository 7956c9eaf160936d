package dev.ralbench.dependency.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many rows a table has and a checksum over all of their columns, which is the same on MySQL and MariaDB and in
 * whatever order the rows come.
 */
record TableFigures(long rows, String checksum) {
    /** Their text depends on a character set that they do not have. */
    private static final Set<String> BINARY_TYPES =
            Set.of("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "bit");

    /**
     * A column of a table.
     *
     * @param type as {@code information_schema.columns.data_type} has it
     */
    record Column(String name, String type) {}

    /** Of all tables of a database, by name. */
    static Map<String, TableFigures> ofAll(Connection connection, String database) throws SQLException {
        return of(connection, database, names(connection, database));
    }

    /** Of those tables that are there, by name. */
    static Map<String, TableFigures> of(Connection connection, String database, Collection<String> tables)
            throws SQLException {
        MySqlAccess.execute(connection, "SET time_zone = '+00:00'"); // timestamps become text
        var figures = new TreeMap<String, TableFigures>();
        for (var table : names(connection, database)) {
            if (tables.contains(table)) {
                figures.put(table, of(connection, database, table));
            }
        }
        return figures;
    }

    static List<String> names(Connection connection, String database) throws SQLException {
        return MySqlAccess.texts(
                connection,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'",
                database);
    }

    private static TableFigures of(Connection connection, String database, String table) throws SQLException {
        var sql = query(database, table, columns(connection, database, table));
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return new TableFigures(row.getLong(1), checksum(row.getLong(2), row.getLong(3)));
        }
    }

    private static List<Column> columns(Connection connection, String database, String table) throws SQLException {
        var sql = "SELECT column_name, data_type FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, database);
            statement.setString(2, table);
            var columns = new ArrayList<Column>();
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(new Column(rows.getString(1), rows.getString(2)));
                }
            }
            return columns;
        }
    }

    /**
     * Number of rows, and exclusive or and sum of the rows' CRC-32, in which their order does not matter; the first alone
     * would not see rows that are there twice. A row is the lengths and texts of its columns, a dash for NULL, so no two
     * different rows give the same text.
     */
    static String query(String database, String table, List<Column> columns) {
        var texts = columns.stream().map(TableFigures::text).toList();
        var row = "CRC32(CONCAT(" + String.join(", ", texts) + "))";
        return "SELECT COUNT(*), COALESCE(BIT_XOR(" + row + "), 0), COALESCE(SUM(" + row + "), 0) % 4294967296 FROM "
                + MySqlAccess.quoted(database) + "." + MySqlAccess.quoted(table);
    }

    private static String text(Column column) {
        var name = MySqlAccess.quoted(column.name());
        var text = BINARY_TYPES.contains(column.type().toLowerCase(Locale.ROOT))
                ? "HEX(" + name + ")"
                : "CONVERT(" + name + " USING utf8mb4)";
        return "COALESCE(CONCAT(LENGTH(" + text + "), ':', " + text + "), '-')";
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
