package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.mongodb.MongoDbKind;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.postgres.PostgresKind;
import dev.ralbench.dependency.redis.RedisKind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The data of the fan-out study, and clients of the servers that have it. */
public final class Study {
    public static final String DATABASE = "reduce_api_latency";

    /** Of each of its tables, on MariaDB 11.4 and MySQL 9.7. */
    public static final String CHECKSUM = "29f592f44265c26c";

    public static final DeclaredSql.Script SCRIPT =
            new DeclaredSql.Script("fan-out.sql", Texts.resource("/dev/ralbench/scenarios/fan-out.sql"));

    public static final DeclaredRedis KEYS = new DeclaredRedis(2, Map.of("a", "1", "b", "two"));

    /** A server without the data, for what all servers have in common. */
    public static final DeclaredPostgres POSTGRES = new DeclaredPostgres("shop", Optional.empty(), Map.of());

    /** All that have servers. */
    public static final DependencyKinds KINDS =
            new DependencyKinds(List.of(new MySqlKind(), new PostgresKind(), new RedisKind(), new MongoDbKind()));

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

    /** A server takes a statement off those that run only after it has sent the answer. */
    public static void awaitIdle(RunningServer server) {
        int running = -1;
        for (int questions = 0; running != 0 && questions < 1000; questions++) {
            running = server.counts().orElseThrow().running();
        }
        assertThat(running).as("running").isZero();
    }

    public static RedisClient redis(RunningServer server) {
        var placeholders = server.placeholders();
        return RedisClient.create(
                RedisURI.create("redis://:" + placeholders.get("redis.password") + "@" + placeholders.get("redis.host")
                        + ":" + placeholders.get("redis.port") + "/" + placeholders.get("redis.database")));
    }
}
