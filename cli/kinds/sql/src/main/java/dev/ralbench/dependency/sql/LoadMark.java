package dev.ralbench.dependency.sql;

import dev.ralbench.dependency.declared.DeclaredSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A table next to those of a script, which says whether it was loaded to its end. */
record LoadMark(SqlDialect dialect, String database, DeclaredSql.Script script) {
    static final String TABLE = "ralbench_load";

    /** Before the first statement. */
    void begin(Connection connection) throws SQLException {
        makeTable(connection);
        Sql.execute(connection, "DELETE FROM " + table() + " WHERE complete = 0"); // its tables are gone
        write(connection, 0);
    }

    /** After the last one. The script may have recreated the database, or have left a transaction open. */
    void end(Connection connection) throws SQLException {
        makeTable(connection);
        write(connection, 1);
        Sql.execute(connection, "COMMIT");
    }

    boolean isBegun(Connection connection) throws SQLException {
        return scripts(connection, 0).contains(key());
    }

    /** Whether any script has begun to load data and has not ended. */
    boolean isAnyBegun(Connection connection) throws SQLException {
        return !scripts(connection, 0).isEmpty();
    }

    boolean isEnded(Connection connection) throws SQLException {
        return scripts(connection, 1).contains(key());
    }

    private List<String> scripts(Connection connection, int complete) throws SQLException {
        return dialect.tables(connection, database).contains(TABLE)
                ? Sql.texts(connection, "SELECT script FROM " + table() + " WHERE complete = " + complete)
                : List.of();
    }

    private void makeTable(Connection connection) throws SQLException {
        Sql.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + table()
                        + " (script VARCHAR(64) NOT NULL PRIMARY KEY, complete INT NOT NULL)");
    }

    private void write(Connection connection, int complete) throws SQLException {
        Sql.execute(connection, "DELETE FROM " + table() + " WHERE script = '" + key() + "'");
        Sql.execute(connection, "INSERT INTO " + table() + " VALUES ('" + key() + "', " + complete + ")");
    }

    private String key() {
        return Snapshot.key("", List.of(), database, script.text());
    }

    private String table() {
        return dialect.table(database, TABLE);
    }
}
