package dev.ralbench.dependency.mysql;

import dev.ralbench.need.MySqlNeed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A table next to those of a script, which says whether it was loaded to its end. */
record LoadMark(String database, MySqlNeed.Script script) {
    static final String TABLE = "ralbench_load";

    /** Before the first statement. */
    void begin(Connection connection) throws SQLException {
        makeTable(connection);
        MySqlAccess.execute(connection, "DELETE FROM " + table() + " WHERE complete = 0"); // its tables are gone
        write(connection, 0);
    }

    /** After the last one. The script may have made the database anew, or have left a transaction open. */
    void end(Connection connection) throws SQLException {
        makeTable(connection);
        write(connection, 1);
        MySqlAccess.execute(connection, "COMMIT");
    }

    boolean isBegun(Connection connection) throws SQLException {
        return scripts(connection, 0).contains(key());
    }

    /** Of whatever script. */
    boolean isAnyBegun(Connection connection) throws SQLException {
        return !scripts(connection, 0).isEmpty();
    }

    boolean isEnded(Connection connection) throws SQLException {
        return scripts(connection, 1).contains(key());
    }

    private List<String> scripts(Connection connection, int complete) throws SQLException {
        return TableFigures.names(connection, database).contains(TABLE)
                ? MySqlAccess.texts(connection, "SELECT script FROM " + table() + " WHERE complete = " + complete)
                : List.of();
    }

    private void makeTable(Connection connection) throws SQLException {
        MySqlAccess.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + table()
                        + " (script VARCHAR(64) NOT NULL PRIMARY KEY, complete INT NOT NULL)");
    }

    private void write(Connection connection, int complete) throws SQLException {
        MySqlAccess.execute(connection, "REPLACE INTO " + table() + " VALUES ('" + key() + "', " + complete + ")");
    }

    private String key() {
        return Snapshot.key("", List.of(), database, script.text());
    }

    private String table() {
        return MySqlAccess.quoted(database) + "." + MySqlAccess.quoted(TABLE);
    }
}
