package dev.ralbench.dependency.sql;

import dev.ralbench.load.data.Rows;
import dev.ralbench.process.ReadyCheck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Single statements. */
public final class Sql {
    private Sql() {}

    /** The first column of all rows. */
    public static List<String> texts(Connection connection, String query, String... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (var rows = statement.executeQuery()) {
                return firstColumn(rows);
            }
        }
    }

    private static List<String> firstColumn(ResultSet rows) throws SQLException {
        var texts = new ArrayList<String>();
        while (rows.next()) {
            texts.add(rows.getString(1));
        }
        return texts;
    }

    /**
     * All rows of a query; nothing in place of NULL.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the query, if it finds none
     */
    static Rows rows(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery(query)) {
            var names = found.getMetaData();
            var columns = new ArrayList<String>();
            for (int i = 1; i <= names.getColumnCount(); i++) {
                columns.add(names.getColumnLabel(i));
            }
            var rows = new Rows.Builder(columns);
            while (found.next()) {
                var fields = new ArrayList<String>();
                for (int i = 1; i <= columns.size(); i++) {
                    fields.add(Optional.ofNullable(found.getString(i)).orElse(""));
                }
                rows.add(fields);
            }
            return rows.build();
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Opens a connection for one look. */
    @FunctionalInterface
    public interface Attempt {
        Connection connect() throws SQLException;
    }

    /**
     * Ready when a query is answered, and by the server that was started: another may have been quicker on the port.
     *
     * @param expected what only that server answers
     */
    public static ReadyCheck readyCheck(Attempt attempt, String query, String expected) {
        return goOn -> {
            try (var connection = attempt.connect()) {
                return texts(connection, query).getFirst().equals(expected)
                        ? Optional.empty()
                        : Optional.of("another server answers on its port");
            } catch (SQLException e) {
                return Optional.of(firstLine(e));
            }
        };
    }

    /** The first line of the server's or the driver's message. */
    public static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }
}
