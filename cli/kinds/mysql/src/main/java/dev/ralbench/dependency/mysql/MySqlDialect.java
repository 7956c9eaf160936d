package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlDialect;
import dev.ralbench.dependency.sql.SqlSyntax;
import dev.ralbench.dependency.sql.TableFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/** Common parts of MySQL and MariaDB. Checksums are the same on both. */
final class MySqlDialect implements SqlDialect {
    /** Their text depends on a character set that they do not have. */
    private static final Set<String> BINARY_TYPES =
            Set.of("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "bit");

    /**
     * A column of a table.
     *
     * @param type as {@code information_schema.columns.data_type} has it
     */
    record Column(String name, String type) {}

    @Override
    public SqlSyntax syntax() {
        return new Syntax();
    }

    /** A name as it stands in SQL. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    @Override
    public String table(String database, String name) {
        return quoted(database) + "." + quoted(name);
    }

    @Override
    public List<String> tables(Connection connection, String database) throws SQLException {
        return Sql.texts(
                connection,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'",
                database);
    }

    @Override
    public TableFigures figures(Connection connection, String database, String table) throws SQLException {
        Sql.execute(connection, "SET time_zone = '+00:00'"); // timestamps become text
        return TableFigures.ask(connection, query(table(database, table), columns(connection, database, table)));
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
     * Of the rows' CRC-32. A row is the lengths and texts of its columns, a dash for NULL, so no two different rows give
     * the same text.
     */
    static String query(String table, List<Column> columns) {
        var texts = columns.stream().map(MySqlDialect::text).toList();
        var row = "CRC32(CONCAT(" + String.join(", ", texts) + "))";
        return "SELECT COUNT(*), COALESCE(BIT_XOR(" + row + "), 0), COALESCE(SUM(" + row + "), 0) % 4294967296 FROM "
                + table;
    }

    private static String text(Column column) {
        var name = quoted(column.name());
        var text = BINARY_TYPES.contains(column.type().toLowerCase(Locale.ROOT))
                ? "HEX(" + name + ")"
                : "CONVERT(" + name + " USING utf8mb4)";
        return "COALESCE(CONCAT(LENGTH(" + text + "), ':', " + text + "), '-')";
    }

    /** Scripts of MySQL. There is no DELIMITER: it belongs to one client, not to SQL. */
    private static final class Syntax implements SqlSyntax {
        @Override
        public OptionalInt afterComment(String text, int at) {
            if (isLineComment(text, at)) {
                return OptionalInt.of(SqlSyntax.after(text, "\n", at));
            }
            return text.startsWith("/*", at) && !text.startsWith("/*!", at)
                    ? OptionalInt.of(SqlSyntax.after(text, "*/", at + 2))
                    : OptionalInt.empty();
        }

        /** Two dashes begin a comment only before white space: {@code 1--1} is a difference. */
        private static boolean isLineComment(String text, int at) {
            if (text.charAt(at) == '#') {
                return true;
            }
            return text.startsWith("--", at)
                    && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2)));
        }

        @Override
        public OptionalInt afterQuoted(String text, int at) {
            return switch (text.charAt(at)) {
                case '\'', '"' -> OptionalInt.of(SqlSyntax.afterQuote(text, at, true));
                case '`' -> OptionalInt.of(SqlSyntax.afterQuote(text, at, false));
                default -> OptionalInt.empty();
            };
        }
    }
}
