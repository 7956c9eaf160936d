package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.TableFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statements of tests outside this package. */
public final class TestSql {
    private TestSql() {}

    public static void execute(Connection connection, String sql) throws SQLException {
        Sql.execute(connection, sql);
    }

    public static List<String> texts(Connection connection, String query) throws SQLException {
        return Sql.texts(connection, query);
    }

    /** By table, as in messages: {@code 193 rows, checksum 0123456789abcdef}. */
    public static Map<String, String> tables(Connection connection, String database) throws SQLException {
        var texts = new TreeMap<String, String>();
        TableFigures.ofAll(new MySqlDialect(), connection, database)
                .forEach((table, figures) -> texts.put(table, figures.toString()));
        return texts;
    }
}
