package dev.ralbench.dependency;

import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredSql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** The data of the fan-out study, and a client of the servers that have it. */
public final class Study {
    public static final String DATABASE = "reduce_api_latency";

    /** Of each of its tables, on MariaDB 11.4 and MySQL 9.7. */
    public static final String CHECKSUM = "29f592f44265c26c";

    public static final DeclaredSql.Script SCRIPT =
            new DeclaredSql.Script("fan-out.sql", Texts.resource("/dev/ralbench/scenarios/fan-out.sql"));

    private Study() {}

    public static DeclaredMySql data() {
        var table = new DeclaredSql.ExpectedTable(193, Optional.of(CHECKSUM));
        return new DeclaredMySql(
                DATABASE,
                Optional.of(SCRIPT),
                Map.of("test_1", table, "test_2", table, "test_3", table, "test_4", table));
    }

    /** Without the select by which the driver asks before each change whether it may. */
    public static Connection connect(RunningEnvironment environment) throws SQLException {
        var placeholders = environment.placeholders();
        return DriverManager.getConnection(
                "jdbc:mysql://" + placeholders.get("mysql.host") + ":" + placeholders.get("mysql.port") + "/" + DATABASE
                        + "?createDatabaseIfNotExist=true&useServerPrepStmts=true&readOnlyPropagatesToServer=false",
                placeholders.get("mysql.user"),
                placeholders.get("mysql.password"));
    }
}
