package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.command.BuiltInKinds;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredDependency;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.declared.DeclaredRuntime;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.mysql.TestSql;
import dev.ralbench.dependency.redis.RedisKind;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.EmbeddedVersion;
import dev.ralbench.testing.ItCache;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EnvironmentIT {
    private static final String MARIADB = EmbeddedVersion.of(new MySqlKind());
    private static final String REDIS = EmbeddedVersion.of(new RedisKind());

    @TempDir
    Path logs;

    private RunSession session;

    @BeforeEach
    void open() {
        session = RunSession.processes(BuiltInKinds.ALL, ItCache.SHARED);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        var directories = session.runDirectories();
        session.close();
        assertThat(directories).as("directories of the run").isEmpty();
        assertThat(ProcessHandle.current().children().filter(RunSession::isServer))
                .as("processes")
                .isEmpty();
    }

    /** As frameworks do when they connect: the one that reads key words is refused by MariaDB under its own name. */
    @Test
    void driversOfMySqlReadWhatTheyAskOfItAndItsOwnNameIsThereForWhoAsksForMariaDb() throws Exception {
        assertThat(versionAndKeyWords(new DeclaredMySql("shop", Optional.empty(), Map.of())))
                .startsWith("MySQL 8.0.10-" + MARIADB + "-MariaDB, ")
                .contains("HIGH_PRIORITY");
        var named = new DeclaredMySql(
                "shop",
                Optional.empty(),
                Map.of(),
                Optional.of(DeclaredMySql.Product.MARIADB),
                DeclaredRuntime.AS_TARGETS);
        assertThatThrownBy(() -> versionAndKeyWords(named)).hasMessageContaining("RESERVED");
        assertThat(session.environments
                        .prepare(new DeclaredDependencies(List.of(named)), ServerSources.none())
                        .software())
                .containsEntry("mysql", "MariaDB " + MARIADB + ", embedded");
    }

    private String versionAndKeyWords(DeclaredMySql need) throws Exception {
        var prepared = session.environments.prepare(new DeclaredDependencies(List.of(need)), ServerSources.none());
        try (var environment = prepared.start(logs, "names");
                var connection = Study.connect(environment)) {
            var facts = connection.getMetaData();
            return facts.getDatabaseProductName() + " " + facts.getDatabaseProductVersion() + ", "
                    + facts.getSQLKeywords();
        }
    }

    @Test
    void theStudysDataIsThereInEachTrialWhateverTheOneBeforeDid() throws Exception {
        var prepared = session.environments.prepare(
                new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), ServerSources.none());
        assertThat(prepared.software())
                .containsEntry("mysql", "MariaDB " + MARIADB + ", embedded, as MySQL 8.0.10")
                .containsEntry("redis", "Redis " + REDIS + ", embedded");

        try (var first = prepared.start(logs, "first")) {
            assertThat(first.placeholders()).containsKeys("mysql.host", "mysql.port", "redis.host", "redis.port");
            try (var connection = Study.connect(first)) {
                TestSql.execute(connection, "DELETE FROM test_2");
                TestSql.execute(connection, "DROP TABLE test_3");
            }
        }
        try (var second = prepared.start(logs, "second");
                var connection = Study.connect(second)) {
            assertThat(TestSql.tables(connection, Study.DATABASE))
                    .hasSize(4)
                    .allSatisfy(
                            (table, figures) -> assertThat(figures).isEqualTo("193 rows, checksum " + Study.CHECKSUM));
            assertThat(second.servers()).allSatisfy(server -> {
                assertThat(server.isAlive()).isTrue();
                assertThat(server.startupSeconds().orElseThrow()).isBetween(0.001, 30.0);
                assertThat(server.log().orElseThrow()).hasParent(logs).isNotEmptyFile();
                assertThat(server.logTail()).isNotEmpty();
            });
            try (var redis = TestServers.redis(second.servers().getLast());
                    var keys = redis.connect()) {
                assertThat(keys.sync().get("b")).isEqualTo("two");
            }
        }
    }

    @Test
    void aWrongChecksumIsRefused() {
        var expected = Map.of("test_1", new DeclaredSql.ExpectedTable(192, Optional.of("0123456789abcdef")));
        var need = new DeclaredMySql(Study.DATABASE, Optional.of(Study.SCRIPT), expected);

        var failure = refused(need, ServerSources.none());

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.what()).isEqualTo("the data of fan-out.sql is not what the scenario needs");
        assertThat(failure.why())
                .isEqualTo("table test_1: expected 192 rows, checksum 0123456789abcdef; found 193 rows, checksum "
                        + Study.CHECKSUM);
    }

    @Test
    void anErrorInTheScriptIsNamedWithItsPlaceAndTheServersWords() {
        var need = new DeclaredMySql(
                "shop", script("CREATE TABLE a (b int);\n\n-- wrong\nINSERT INTO a\nVALUES (x);"), Map.of());

        var failure = refused(need, ServerSources.none());

        assertThat(failure.what()).isEqualTo("fan-out.sql: statement 2 of 2 failed");
        assertThat(failure.why()).contains("line 4: INSERT INTO a", "Unknown column 'x'");
    }

    @Test
    @Disturbance(value = "two runs make the same data at the same time", then = "one makes it, both have it")
    void twoThatPrepareTheSameAtTheSameTimeBothHaveIt(@TempDir Path directory) throws Exception {
        // Deeper than the path of a socket may be.
        var cache = ItCache.withServersIn(directory.resolve("a-long-name-of-a-folder/".repeat(6)));
        try (var one = RunSession.processes(BuiltInKinds.ALL, cache);
                var other = RunSession.processes(BuiltInKinds.ALL, cache);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var both = Stream.of(one, other)
                    .map(each -> threads.submit(() -> each.environments.prepare(
                            new DeclaredDependencies(List.of(Study.data())), ServerSources.none())))
                    .toList();
            for (var each : both) {
                each.get().start(logs, "one").close();
            }
            assertThat(one.notes.toString() + other.notes)
                    .containsOnlyOnce("loading fan-out.sql into MariaDB " + MARIADB + " (once)")
                    .contains("waiting for another ralbench");
            assertThat(one.runDirectories()).isEmpty();
        } finally {
            ItCache.unlink(cache);
        }
    }

    @Test
    @Disturbance(value = "a damaged database snapshot", then = "made again once, and said")
    void aSnapshotThatDecaysOnTheDiskIsMadeAgainWhenTheServerDoesNotStart(@TempDir Path directory) throws Exception {
        session.environments.prepare(new DeclaredDependencies(List.of(Study.data())), ServerSources.none()); // unpacks
        var cache = ItCache.withServersIn(directory);
        try (var own = RunSession.processes(BuiltInKinds.ALL, cache)) {
            var prepared =
                    own.environments.prepare(new DeclaredDependencies(List.of(Study.data())), ServerSources.none());
            decay(only(directory.resolve("snapshots")).resolve("data/ibdata1"));

            try (var environment = prepared.start(logs, "decayed");
                    var connection = Study.connect(environment)) {
                assertThat(TestSql.tables(connection, Study.DATABASE)).hasSize(4);
            }
            assertThat(own.notes)
                    .containsOnlyOnce(
                            "the data of fan-out.sql for MariaDB " + MARIADB + " was damaged and is made again");
        } finally {
            ItCache.unlink(cache);
        }
    }

    @Test
    @Disturbance(value = "a truncated database server", then = "unpacked again, and said")
    void anUnpackedProgramThatIsDamagedIsUnpackedAgainAndThatIsSaid(@TempDir Path directory) throws Exception {
        try (var own = RunSession.processes(BuiltInKinds.ALL, new UserCache(directory))) {
            own.environments.prepare(new DeclaredDependencies(List.of(TestServers.KEYS)), ServerSources.none());
            var program = directory.resolve("redis-" + REDIS + "/bin/redis-server");

            decay(program);
            own.environments.prepare(new DeclaredDependencies(List.of(TestServers.KEYS)), ServerSources.none());
            Files.write(program, new byte[1000]);
            own.environments.prepare(new DeclaredDependencies(List.of(TestServers.KEYS)), ServerSources.none());

            assertThat(own.notes)
                    .filteredOn(("the unpacked Redis " + REDIS + " was damaged and is made again")::equals)
                    .as("once it did not run, once its size was another")
                    .hasSize(2);
        }
    }

    /** As a disk does: other bytes, the same size and time. */
    private static void decay(Path file) throws IOException {
        var time = Files.getLastModifiedTime(file);
        var bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 0, Math.min(bytes.length, 1 << 20), (byte) 0);
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);
    }

    private static Path only(Path directory) throws IOException {
        try (var entries = Files.list(directory)) {
            return entries.findFirst().orElseThrow();
        }
    }

    @Test
    void countsAreExact() throws Exception {
        var prepared = session.environments.prepare(
                new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), ServerSources.none());
        try (var environment = prepared.start(logs, "counts")) {
            var mysql = environment.servers().getFirst();
            var redis = environment.servers().getLast();
            assertThat(mysql.counts()).contains(new ServedCounts(0, 0, 0));
            assertThat(redis.counts()).contains(new ServedCounts(0, 0, 0));

            try (var connection = Study.connect(environment);
                    var statement = connection.prepareStatement("SELECT title FROM test_1 WHERE id = ?")) {
                long before = mysql.counts().orElseThrow().served();
                for (int id = 1; id <= 100; id++) {
                    statement.setInt(1, id);
                    statement.executeQuery().close();
                }
                TestSql.execute(connection, "UPDATE test_1 SET title = 'changed' WHERE id = 1");
                TestSql.execute(connection, "INSERT INTO test_2 (title) SELECT title FROM test_1");
                TestSql.execute(connection, "SET @unused = 1");
                var after = mysql.counts().orElseThrow();
                assertThat(after.served() - before).isEqualTo(102);
                assertThat(after.connections()).isEqualTo(1);
                TestServers.awaitIdle(mysql);
            }
            try (var client = TestServers.redis(redis);
                    var connection = client.connect()) {
                for (int i = 0; i < 50; i++) {
                    connection.sync().get("a");
                }
                connection.sync().ping();
                assertThat(redis.counts()).contains(new ServedCounts(50, 0, 1));
            }
        }
    }

    @Test
    @Disturbance(value = "kill -9 of the database and Redis", then = "seen at once")
    void aServerThatIsKilledIsNotAlive() throws Exception {
        var needs = new DeclaredDependencies(List.of(Study.data(), TestServers.POSTGRES, TestServers.KEYS));
        var prepared = session.environments.prepare(needs, ServerSources.none());
        try (var environment = prepared.start(logs, "killed")) {
            ProcessHandle.current().children().filter(RunSession::isServer).forEach(server -> {
                server.destroyForcibly();
                server.onExit().join();
            });
            assertThat(environment.servers()).allSatisfy(server -> {
                assertThat(server.isAlive()).isFalse();
                assertThat(server.counts()).isEmpty();
                assertThat(server.logTail()).isNotEmpty();
            });
        }
    }

    @Test
    void aProgramCanBeNamedByItsPath() throws Exception {
        session.environments.prepare(new DeclaredDependencies(List.of(TestServers.KEYS)), ServerSources.none());
        session.environments.prepare(new DeclaredDependencies(List.of(Study.data())), ServerSources.none());
        var root = ItCache.SHARED.root();
        var mariadbd = root.resolve("mariadb-" + MARIADB + "/bin/mariadbd").toString();
        var redisServer = root.resolve("redis-" + REDIS + "/bin/redis-server").toString();
        var named = programs(mariadbd, redisServer);

        var prepared =
                session.environments.prepare(new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), named);

        try (var environment = prepared.start(logs, "named")) {
            assertThat(environment.servers()).extracting(RunningServer::origin).containsExactly(mariadbd, redisServer);
        }
    }

    @Test
    void aProgramThatIsNoServerIsRefused() {
        var named = programs("echo", "/no/redis")
                .with("postgres", new ServerSources.Source(Optional.empty(), Optional.of("echo")));

        assertThat(refused(Study.data(), named).what()).endsWith("echo is not a MySQL server");
        assertThat(refused(TestServers.POSTGRES, named).what()).endsWith("echo is not a PostgreSQL server");
        assertThat(refused(TestServers.KEYS, named).what())
                .isEqualTo("--redis /no/redis is not a program that can be started");
    }

    @Test
    void externalServersAreFilledOnceAndThenOnlyLookedAt() throws Exception {
        var inner = session.environments.prepare(
                new DeclaredDependencies(List.of(
                        new DeclaredMySql("nothing", Optional.empty(), Map.of()), new DeclaredRedis(0, Map.of()))),
                ServerSources.none());
        try (var servers = inner.start(logs, "inner")) {
            protect(servers);
            var right = sources(servers, "target:s%40cret", ":s%40cret");

            var prepared = session.environments.prepare(
                    new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), right);
            try (var environment = prepared.start(logs, "external")) {
                assertThat(environment.placeholders())
                        .containsEntry("mysql.user", "target")
                        .containsEntry("mysql.password", "s@cret")
                        .containsEntry("redis.password", "s@cret");
                assertThat(environment.servers()).allSatisfy(server -> {
                    assertThat(server.isAlive()).isTrue();
                    assertThat(server.log()).isEmpty();
                    assertThat(server.startupSeconds()).isEmpty();
                    assertThat(server.counts().orElseThrow().served()).isZero();
                    assertThat(server.toString()).doesNotContain("s@cret");
                });
            }
            assertThat(prepared.software().toString() + session.notes + prepared)
                    .contains("127.0.0.1:")
                    .doesNotContain("s@cret", "s%40cret");

            try (var connection = DriverManager.getConnection(
                    "jdbc:mysql://127.0.0.1:" + servers.placeholders().get("mysql.port") + "/" + Study.DATABASE,
                    "target",
                    "s@cret")) {
                TestSql.execute(connection, "DELETE FROM test_4 WHERE id = 7");
            }
            var failure = refused(Study.data(), right);
            assertThat(failure.why())
                    .contains("table test_4: expected 193 rows")
                    .contains("found 192 rows");
            assertThat(failure.fix()).contains("changes no tables");

            for (var need : List.of(Study.data(), TestServers.KEYS)) {
                assertRefusedWithoutThePassword(need, sources(servers, "target:wr0ng", ":wr0ng"));
            }
        }
    }

    private void assertRefusedWithoutThePassword(DeclaredDependency need, ServerSources wrongOnes) {
        var wrong = refused(need, wrongOnes);
        assertThat(wrong.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(wrong.what() + wrong.why()).containsIgnoringCase("127.0.0.1");
        assertThat(wrong.what() + wrong.why() + wrong.fix()).doesNotContain("wr0ng");
    }

    @Test
    @Disturbance(value = "loading the data is cut off", then = "not taken for a whole load")
    void aLoadThatWasCutOffIsNotTakenForAWholeOne() throws Exception {
        var inner = session.environments.prepare(
                new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), ServerSources.none());
        try (var servers = inner.start(logs, "inner");
                var connection = Study.connect(servers)) {
            var sources = itself(servers);
            var half =
                    new DeclaredMySql("half", script("CREATE TABLE a (b int);\nINSERT INTO a VALUES (x);"), Map.of());
            assertThat(refused(half, sources).what()).contains("statement 2 of 2 failed");
            assertThat(refused(half, sources).what())
                    .contains("fan-out.sql into database half")
                    .endsWith("was begun and not finished");

            var whole = new DeclaredMySql("whole", script("CREATE TABLE a (b int);"), Map.of());
            session.environments.prepare(new DeclaredDependencies(List.of(whole)), sources);
            session.environments.prepare(new DeclaredDependencies(List.of(whole)), sources);
            assertThat(session.notes.toString()).doesNotContain("nothing was loaded");

            TestSql.execute(connection, "DROP TABLE whole.ralbench_load");
            session.environments.prepare(new DeclaredDependencies(List.of(whole)), sources);
            assertThat(session.notes.toString()).contains("tables are there; nothing was loaded or checked");
        }
    }

    @Test
    @Disturbance(value = "Ctrl-C while a table is locked", then = "ends at once")
    void aLockedTableDoesNotHoldUpAnInterrupt() throws Exception {
        var inner = session.environments.prepare(
                new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), ServerSources.none());
        try (var servers = inner.start(logs, "inner");
                var connection = Study.connect(servers);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            TestSql.execute(connection, "LOCK TABLES test_1 WRITE");
            var outcome = new CompletableFuture<Throwable>();
            var waiting = threads.submit(() -> outcome.complete(catchThrowable(() ->
                    session.environments.prepare(new DeclaredDependencies(List.of(Study.data())), itself(servers)))));
            awaitALock(connection);

            waiting.cancel(true);

            assertThat(outcome.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        }
    }

    private static void awaitALock(Connection connection) throws SQLException {
        var waiting = "SELECT id FROM information_schema.processlist WHERE state LIKE 'Waiting for table%lock'";
        while (TestSql.texts(connection, waiting).isEmpty()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anExternalServerThatIsNotThereIsNamed() {
        for (var need : List.of(Study.data(), TestServers.POSTGRES, TestServers.KEYS)) {
            var refused = refused(need, allAt("127.0.0.1:1"));
            assertThat(refused.what()).contains("127.0.0.1:1 cannot be used");
            assertThat(refused.why()).contains("nothing listens there").doesNotContain("secret");

            var unknown = refused(need, allAt("no-such-host.invalid"));
            assertThat(unknown.why()).contains("no host of that name").doesNotContain("secret");
        }
    }

    @Test
    @Disturbance(value = "something else listens on the port", then = "given up in time, and named")
    void aServerOfAnotherKindIsNotWaitedForForever() throws Exception {
        var inner =
                session.environments.prepare(new DeclaredDependencies(List.of(TestServers.KEYS)), ServerSources.none());
        try (var servers = inner.start(logs, "other")) {
            var port = servers.placeholders().get("redis.port");

            assertThat(refused(Study.data(), allAt("127.0.0.1:" + port)).why()).contains("did not answer in time");
        }
    }

    private static void protect(RunningEnvironment servers) throws SQLException {
        try (var connection = Study.connect(servers)) {
            TestSql.execute(connection, "SET PASSWORD = PASSWORD('s@cret')");
        }
        try (var client = TestServers.redis(servers.servers().getLast());
                var keys = client.connect()) {
            keys.sync().configSet("requirepass", "s@cret");
        }
    }

    /** As if another user had started them. */
    private static ServerSources itself(RunningEnvironment servers) {
        var placeholders = servers.placeholders();
        return sources(
                servers, "target:" + placeholders.get("mysql.password"), ":" + placeholders.get("redis.password"));
    }

    private static ServerSources sources(RunningEnvironment servers, String mysqlLogin, String redisLogin) {
        var placeholders = servers.placeholders();
        return urls(
                "mysql://" + mysqlLogin + "@127.0.0.1:" + placeholders.get("mysql.port"),
                "redis://" + redisLogin + "@127.0.0.1:" + placeholders.get("redis.port"));
    }

    /** External servers of all kinds at one place. */
    private static ServerSources allAt(String place) {
        var sources = ServerSources.none();
        for (var supply : BuiltInKinds.ALL.servers()) {
            var url = URI.create(supply.name() + "://me:secret@" + place);
            sources = sources.with(supply.name(), new ServerSources.Source(Optional.of(url), Optional.empty()));
        }
        return sources;
    }

    private static ServerSources urls(String mysql, String redis) {
        return ServerSources.none()
                .with("mysql", new ServerSources.Source(Optional.of(URI.create(mysql)), Optional.empty()))
                .with("redis", new ServerSources.Source(Optional.of(URI.create(redis)), Optional.empty()));
    }

    private static ServerSources programs(String mysql, String redis) {
        return ServerSources.none()
                .with("mysql", new ServerSources.Source(Optional.empty(), Optional.of(mysql)))
                .with("redis", new ServerSources.Source(Optional.empty(), Optional.of(redis)));
    }

    private Failure refused(DeclaredDependency need, ServerSources sources) {
        return catchThrowableOfType(
                Failure.class, () -> session.environments.prepare(new DeclaredDependencies(List.of(need)), sources));
    }

    private static Optional<DeclaredSql.Script> script(String text) {
        return Optional.of(new DeclaredSql.Script("fan-out.sql", text));
    }
}
