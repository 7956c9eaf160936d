package dev.ralbench.dependency.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The SQL that differs between kinds of servers. */
public interface SqlDialect {
    /** How its scripts are split. */
    SqlSyntax syntax();

    /** A table as it stands in SQL. */
    String table(String database, String name);

    /** The tables of a database, by the names that scenarios have for them. */
    List<String> tables(Connection connection, String database) throws SQLException;

    /** Figures of one table. */
    TableFigures figures(Connection connection, String database, String table) throws SQLException;
}
