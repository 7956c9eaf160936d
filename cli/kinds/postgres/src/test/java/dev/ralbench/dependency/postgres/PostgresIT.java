package dev.ralbench.dependency.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.RunSession;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.TableFigures;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.EmbeddedVersion;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ItCache;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The embedded PostgreSQL: its data, its counts, its accounts, its end. */
@Timeout(120)
class PostgresIT {
    private static final String POSTGRES = EmbeddedVersion.of(new PostgresKind());
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String DATABASE = "shop";

    private static final String SCRIPT = """
            \\restrict as-pg_dump-writes-it
            CREATE EXTENSION pgcrypto;
            CREATE TABLE item (id bigint PRIMARY KEY, title text, added timestamptz NOT NULL, tags text[], raw bytea);
            INSERT INTO item
            SELECT n, CASE WHEN n % 7 > 0 THEN 'it''s; "item" ' || n END, '2026-01-01 12:00:00+02'::timestamptz + n * '1 h'::interval,
                   ARRAY['a,b', NULL], decode(md5(n::text), 'hex')
            FROM generate_series(1, 500) AS n;
            CREATE SCHEMA sales;
            CREATE TABLE sales.orders AS SELECT 1.5::float8 AS price;
            CREATE FUNCTION twice(n bigint) RETURNS bigint AS $$
            BEGIN
                UPDATE item SET title = title WHERE id = n;
                RETURN (SELECT 2 * id FROM item WHERE id = n);
            END; $$ LANGUAGE plpgsql;
            CREATE PROCEDURE touch(n bigint) AS $$ UPDATE item SET title = title WHERE id = n; $$ LANGUAGE sql;
            BEGIN;
            INSERT INTO item VALUES (501, 'in a transaction that is left open', '2026-01-01 UTC', NULL, NULL)
            """;

    /** Of the tables above, on PostgreSQL 15 and 18. */
    private static final String CHECKSUM = "b841b5f0e23ae264";

    private static final DeclaredSql.ExpectedTable ITEMS = new DeclaredSql.ExpectedTable(501, Optional.of(CHECKSUM));

    @TempDir
    Path logs;

    private RunSession session;

    @BeforeEach
    void open() {
        session = RunSession.processes(new DependencyKinds(new PostgresKind()), ItCache.SHARED);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        var directories = session.runDirectories();
        session.close();
        assertThat(directories).as("directories of the run").isEmpty();
        assertThat(ProcessHandle.current().descendants().filter(RunSession::isServer))
                .as("processes")
                .isEmpty();
        assertThat(segments()).as("shared memory").isEmpty();
    }

    /** Of shared memory that a PostgreSQL server has made and no process uses. */
    private static List<String> segments() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/sysvipc/shm"))) {
            return lines.map(line -> List.of(line.strip().split("\\s+")))
                    .filter(fields ->
                            fields.get(3).equals("56") && fields.get(6).equals("0"))
                    .map(fields -> fields.get(1))
                    .toList();
        }
    }

    private static DeclaredPostgres need(Map<String, DeclaredSql.ExpectedTable> tables) {
        return new DeclaredPostgres(DATABASE, Optional.of(new DeclaredSql.Script("shop.sql", SCRIPT)), tables);
    }

    private RunningEnvironment start(String name) throws InterruptedException {
        var needs = new DeclaredDependencies(List.of(need(Map.of("item", ITEMS))));
        return session.environments.prepare(needs, ServerSources.none()).start(logs, name);
    }

    /** As a target does. */
    private static Connection connect(RunningEnvironment environment) throws SQLException {
        var placeholders = environment.placeholders();
        return connect(placeholders, word(placeholders, "postgres.user"), word(placeholders, "postgres.password"));
    }

    private static String word(Map<String, String> placeholders, String name) {
        return Objects.requireNonNull(placeholders.get(name), name);
    }

    private static Connection connect(Map<String, String> placeholders, String user, String password)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + placeholders.get("postgres.host") + ":" + placeholders.get("postgres.port") + "/"
                        + placeholders.get("postgres.database"),
                user,
                password);
    }

    @Test
    void theScriptsDataIsThereInEachTrialWhateverTheOneBeforeDid() throws Exception {
        try (var first = start("first");
                var connection = connect(first)) {
            Sql.execute(connection, "DELETE FROM item WHERE id > 3");
            Sql.execute(connection, "DROP TABLE sales.orders");
            Sql.execute(connection, "CREATE SCHEMA own CREATE TABLE mine (id int)");
        }
        try (var second = start("second");
                var connection = connect(second)) {
            assertThat(TableFigures.ofAll(new PostgresDialect(), connection, DATABASE))
                    .containsOnlyKeys("item", "sales.orders")
                    .containsEntry("item", new TableFigures(501, CHECKSUM));
            var server = second.servers().getFirst();
            assertThat(server.product()).isEqualTo("PostgreSQL " + POSTGRES);
            assertThat(server.origin()).isEqualTo("embedded");
            assertThat(server.startupSeconds().orElseThrow()).isBetween(0.001, 30.0);
            assertThat(server.log().orElseThrow()).hasParent(logs).isNotEmptyFile();
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Test
    void otherRowsThanExpectedAreRefusedWithWhatIsThere() {
        var expected = Map.of("item", new DeclaredSql.ExpectedTable(500, Optional.empty()));

        var failure = refused(need(expected), ServerSources.none());

        assertThat(failure.what()).isEqualTo("the data of shop.sql is not what the scenario needs");
        assertThat(failure.why()).isEqualTo("table item: expected 500 rows; found 501 rows, checksum " + CHECKSUM);
    }

    @Test
    void countsAreExact() throws Exception {
        try (var environment = start("counts")) {
            var server = environment.servers().getFirst();
            assertThat(server.counts()).contains(new ServedCounts(0, 0, 0));
            try (var connection = connect(environment);
                    var query = connection.prepareStatement("SELECT title FROM item WHERE id = ?")) {
                for (int id = 1; id <= 100; id++) {
                    query.setInt(1, id);
                    query.executeQuery().close();
                }
                assertThat(server.counts()).contains(new ServedCounts(100, 0, 1));

                var found = new LinkedHashMap<String, Long>();
                for (var text : SERVED.keySet()) {
                    long before = server.counts().orElseThrow().served();
                    Sql.execute(connection, text);
                    found.put(text, server.counts().orElseThrow().served() - before);
                }
                assertThat(found).isEqualTo(SERVED);
            }
            assertRunningIsSeen(environment, server);
        }
    }

    /** How many statements each of these is. */
    private static final Map<String, Long> SERVED = served();

    private static Map<String, Long> served() {
        var served = new LinkedHashMap<String, Long>();
        served.put("UPDATE item SET title = 'changed' WHERE id = 1", 1L);
        served.put("INSERT INTO item SELECT 1000 + id, title, added FROM item WHERE id < 10", 1L);
        served.put("DELETE FROM item WHERE id > 1000", 1L);
        served.put("MERGE INTO item USING (VALUES (1)) AS v (id) ON v.id = item.id WHEN MATCHED THEN DO NOTHING", 1L);
        served.put("/* of an /* tracing */ library */ -- and more\n (SELECT 1) UNION (SELECT 2)", 1L);
        served.put("WITH one AS (SELECT 1) SELECT * FROM one", 1L);
        served.put("TABLE item", 1L);
        served.put("VALUES (1), (2)", 1L);
        served.put("SELECT twice(3)", 1L);
        served.put("CALL touch(3)", 1L);
        served.put("DO $$ BEGIN UPDATE item SET title = title WHERE id = 3; END $$", 1L);
        served.put("BEGIN; SELECT 1; SELECT 2; COMMIT", 2L);
        served.put("PREPARE three AS SELECT $1::int; EXECUTE three (1); EXECUTE three (2); EXECUTE three (3)", 3L);
        served.put("BEGIN; DECLARE c CURSOR FOR TABLE item; FETCH 5 FROM c; FETCH 5 FROM c; COMMIT", 2L);
        served.put("SET work_mem = '5MB'", 0L);
        served.put("SHOW work_mem", 0L);
        served.put("EXPLAIN ANALYZE SELECT 1", 0L);
        served.put("CREATE TABLE selected (updated int)", 0L);
        served.put("DISCARD ALL", 0L);
        return served;
    }

    private static void assertRunningIsSeen(RunningEnvironment environment, RunningServer server) throws Exception {
        try (var connection = connect(environment);
                var statement = connection.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> statement.execute("SELECT pg_sleep(60)"));
            Eventually.within(
                    PATIENCE,
                    () -> server.counts()
                            .filter(counts -> counts.running() == 1)
                            .isPresent());
            statement.cancel();
            assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS)).hasMessageContaining("canceling statement");
        }
        Eventually.within(
                PATIENCE,
                () -> server.counts()
                        .filter(counts -> counts.running() == 0 && counts.connections() == 0)
                        .isPresent());
    }

    @Test
    @Disturbance(value = "a target writes and reads files by PostgreSQL", then = "refused")
    void aTargetReadsAndWritesNoFilesByWayOfItsDatabase(@TempDir Path own) throws Exception {
        try (var environment = start("files");
                var connection = connect(environment)) {
            for (var statement : List.of(
                    "COPY item TO '" + own.resolve("written") + "'",
                    "COPY item FROM '/etc/passwd'",
                    "COPY item TO PROGRAM 'cat'",
                    "SELECT pg_read_file('/etc/passwd')",
                    "SELECT rolpassword FROM pg_authid",
                    "SET SESSION AUTHORIZATION ralbench",
                    "ALTER ROLE target SUPERUSER")) {
                assertThatThrownBy(() -> Sql.execute(connection, statement))
                        .as(statement)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("permission denied");
            }
            assertThat(own.resolve("written")).doesNotExist();
        }
    }

    @Test
    void aServerThatRunsAlreadyIsCheckedAndCounted() throws Exception {
        var counting = new DeclaredSql.Script("shop.sql", "CREATE EXTENSION pg_stat_statements; " + SCRIPT);
        var inner = new DeclaredPostgres(DATABASE, Optional.of(counting), Map.of());
        try (var servers = session.environments
                        .prepare(new DeclaredDependencies(List.of(inner)), ServerSources.none())
                        .start(logs, "inner");
                var connection = connect(servers)) {
            var itself = source(servers.placeholders(), word(servers.placeholders(), "postgres.password"));
            assertThat(refused(need(Map.of("item", new DeclaredSql.ExpectedTable(7, Optional.empty()))), itself)
                            .why())
                    .startsWith("table item: expected 7 rows; found 501 rows");
            session.notes.clear();

            var prepared = session.environments.prepare(
                    new DeclaredDependencies(List.of(need(Map.of("item", ITEMS)))), itself);

            try (var environment = prepared.start(logs, "external")) {
                var server = environment.servers().getFirst();
                assertThat(server.counts().orElseThrow().served()).isZero();
                Sql.execute(connection, "SELECT 1");
                Sql.execute(connection, "SET work_mem = '5MB'");
                assertThat(server.counts().orElseThrow().served()).isEqualTo(1);
                assertThat(server.log()).isEmpty();
                assertThat(environment.placeholders()).containsEntry("postgres.database", DATABASE);
            }
            assertThat(session.notes).isEmpty();
        }
    }

    @Test
    void aServerThatRunsAlreadyAndIsOfNoUseSaysWhy() throws Exception {
        try (var servers = start("inner")) {
            var placeholders = servers.placeholders();
            var password = word(placeholders, "postgres.password");

            var none = refused(need(Map.of()), source(placeholders, password));
            assertThat(none.what()).endsWith("does not count statements");
            assertThat(none.why()).isEqualTo("database shop does not have the extension pg_stat_statements");
            assertThat(none.fix()).startsWith("CREATE EXTENSION pg_stat_statements there, as a superuser");

            var another = new DeclaredPostgres("another", Optional.empty(), Map.of());
            assertThat(refused(another, source(placeholders, password)).why())
                    .startsWith("database another does not have");

            var wrong = refused(need(Map.of()), source(placeholders, "wr0ng"));
            assertThat(wrong.what()).endsWith("does not let target in");
            assertThat(wrong.what() + wrong.why() + wrong.fix()).doesNotContain("wr0ng");
        }
    }

    private static ServerSources source(Map<String, String> placeholders, String password) {
        var url = URI.create("postgres://target:" + password + "@127.0.0.1:" + placeholders.get("postgres.port"));
        return ServerSources.none().with("postgres", new ServerSources.Source(Optional.of(url), Optional.empty()));
    }

    private Failure refused(DeclaredPostgres need, ServerSources sources) {
        return catchThrowableOfType(
                Failure.class, () -> session.environments.prepare(new DeclaredDependencies(List.of(need)), sources));
    }
}
