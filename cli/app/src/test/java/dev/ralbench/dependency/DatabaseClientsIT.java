package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.command.BuiltInKinds;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredRuntime;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.postgres.PostgresKind;
import dev.ralbench.dependency.redis.RedisKind;
import dev.ralbench.testing.EmbeddedVersion;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.NeedsClients;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Drivers and libraries that services use, in four languages, and the servers that come with ralbench: each asks once.
 * They are got from their registries, in the versions that {@code src/test/clients} names.
 */
@NeedsClients
@Timeout(180)
class DatabaseClientsIT {
    private static final Path SOURCES = Repository.path("cli", "app", "src", "test", "clients");
    private static final Path MADE = Repository.path("cli", "app", "target", "clients");

    private static final Pattern AS_MYSQL = Pattern.compile("as MySQL (\\d+(\\.\\d+)+)");

    @TempDir
    private static Path logs;

    private static RunSession session;
    private static RunningEnvironment environment;
    private static RunningEnvironment asMariaDb;

    /** A program that ended, and all that it wrote. */
    private record Ended(int exit, String output) {}

    @BeforeAll
    static void start() throws Exception {
        var preparations = List.<Callable<Object>>of(
                () -> made("java", List.of("mvn", "-q", "-B", "package")),
                () -> made("node", List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")),
                () -> made(
                        "python",
                        List.of(
                                "sh",
                                "-ec",
                                "python3 -m venv venv; venv/bin/python -m pip install -q -r requirements.txt")),
                () -> made("go", List.of("go", "build", "-o", "client", ".")));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var preparation : executor.invokeAll(preparations)) {
                preparation.get();
            }
        }
        session = RunSession.processes(BuiltInKinds.ALL, ItCache.SHARED);
        var shop = new DeclaredMySql("shop", Optional.empty(), Map.of());
        environment = session.environments
                .prepare(
                        new DeclaredDependencies(
                                List.of(shop, TestServers.POSTGRES, TestServers.KEYS, new DeclaredMongoDb("shop"))),
                        ServerSources.none())
                .start(logs, "clients");
        var mariaDb = new DeclaredMySql(
                "shop",
                Optional.empty(),
                Map.of(),
                Optional.of(DeclaredMySql.Product.MARIADB),
                DeclaredRuntime.AS_TARGETS);
        asMariaDb = session.environments
                .prepare(new DeclaredDependencies(List.of(mariaDb)), ServerSources.none())
                .start(logs, "mariadb");
    }

    @AfterAll
    static void end() {
        environment.close();
        asMariaDb.close();
        session.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"older", "lib"})
    void connectorJ(String directory) throws Exception {
        assertAnswer(jdbc(directory, "mysql", server(environment, "mysql")), versionInPlaceOfMySql());
    }

    @Test
    void mariaDbConnectorJ() throws Exception {
        assertAnswer(jdbc("lib", "mariadb", server(environment, "mysql")), versionInPlaceOfMySql());
        assertAnswer(
                jdbc("lib", "mariadb", server(asMariaDb, "mysql")), EmbeddedVersion.of(new MySqlKind()) + "-MariaDB");
    }

    @Test
    void postgresJdbc() throws Exception {
        assertAnswer(
                jdbc("lib", "postgresql", server(environment, "postgres")), EmbeddedVersion.of(new PostgresKind()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"flyway", "liquibase", "hibernate"})
    void librariesOfJavaOnMySql(String library) throws Exception {
        assertAnswer(java("lib", "Libraries.java", library, server(environment, "mysql")), "MySQL");
    }

    /** Hibernate tells MariaDB by the driver, and else locks in a way that only MySQL understands. */
    @Test
    void locksOfHibernateWantTheDialectOfMariaDb() throws Exception {
        var refused = java("lib", "Libraries.java", "hibernate-lock", server(environment, "mysql"));
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.output()).contains("near 'of n1_0'");
        assertAnswer(
                java("lib", "Libraries.java", "hibernate-lock-mariadb", server(environment, "mysql")),
                "MariaDBDialect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void librariesOfJavaOnRedis(String library) throws Exception {
        assertAnswer(java("lib", "Libraries.java", library, server(environment, "redis")), "Redis");
    }

    /** Insert, find by id and by field, sort and limit, update, aggregate, delete, count. */
    @ParameterizedTest
    @ValueSource(strings = {"java", "node", "python", "go"})
    void driversOfMongoDbOnTheStandIn(String language) throws Exception {
        var server = server(environment, "mongodb");
        var client = switch (language) {
            case "java" -> java("lib", "Libraries.java", "mongodb", server);
            case "node" -> node("mongodb", server);
            case "python" -> python("pymongo", server);
            default -> go("mongo-driver", server);
        };
        assertAnswer(client, "stand-in: mongo-java-server");
    }

    @Test
    void node() throws Exception {
        assertAnswer(node("mysql2", server(environment, "mysql")), versionInPlaceOfMySql());
        assertAnswer(node("pg", server(environment, "postgres")), EmbeddedVersion.of(new PostgresKind()));
        assertAnswer(node("ioredis", server(environment, "redis")), EmbeddedVersion.of(new RedisKind()));
    }

    @Test
    void python() throws Exception {
        assertAnswer(python("pymysql", server(environment, "mysql")), versionInPlaceOfMySql());
        assertAnswer(python("sqlalchemy", server(environment, "mysql")), versionInPlaceOfMySql());
        assertAnswer(python("psycopg", server(environment, "postgres")), EmbeddedVersion.of(new PostgresKind()));
        assertAnswer(python("redis", server(environment, "redis")), EmbeddedVersion.of(new RedisKind()));
    }

    /** The limit of the stand-in, as docs/guide.md tells it, and the way around. */
    @Test
    void djangoWantsANewerMySqlAndTakesMariaDbUnderItsOwnName() throws Exception {
        var refused = python("django", server(environment, "mysql"));
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.output()).contains("or later is required (found " + stoodInFor() + ")");
        assertAnswer(python("django", server(asMariaDb, "mysql")), EmbeddedVersion.of(new MySqlKind()) + "-MariaDB");
    }

    @Test
    void go() throws Exception {
        assertAnswer(go("go-sql-driver", server(environment, "mysql")), versionInPlaceOfMySql());
        assertAnswer(go("pgx", server(environment, "postgres")), EmbeddedVersion.of(new PostgresKind()));
    }

    /** The version of MySQL that MariaDB says it has, as tables tell it. */
    private static String stoodInFor() {
        var said = AS_MYSQL.matcher(server(environment, "mysql").origin());
        assertThat(said.find()).as("origin").isTrue();
        return said.group(1);
    }

    /** How MariaDB names itself to a client that asks for MySQL's version. */
    private static String versionInPlaceOfMySql() {
        return stoodInFor() + "-" + EmbeddedVersion.of(new MySqlKind()) + "-MariaDB";
    }

    private static void assertAnswer(Ended client, String version) {
        assertThat(client.output()).contains("answered by ").contains(version);
        assertThat(client.exit()).as(client.output()).isZero();
    }

    private static RunningServer server(RunningEnvironment of, String name) {
        return of.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Ended jdbc(String directory, String scheme, RunningServer server) throws Exception {
        return java(directory, "Jdbc.java", scheme, server);
    }

    private static Ended java(String directory, String source, String name, RunningServer server) throws Exception {
        var java = Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
        return client("java", List.of(java, "-XX:TieredStopAtLevel=1", "-cp", directory + "/*", source), name, server);
    }

    private static Ended node(String driver, RunningServer server) throws Exception {
        return client("node", List.of("node", "client.js"), driver, server);
    }

    private static Ended python(String driver, RunningServer server) throws Exception {
        return client("python", List.of("venv/bin/python", "client.py"), driver, server);
    }

    private static Ended go(String driver, RunningServer server) throws Exception {
        return client("go", List.of("./client"), driver, server);
    }

    private static Ended client(String language, List<String> program, String driver, RunningServer server)
            throws Exception {
        var words = new ArrayList<>(program);
        words.add(driver);
        for (var word : List.of("host", "port", "database", "user", "password")) {
            words.add(Objects.requireNonNull(server.placeholders().get(server.name() + "." + word), word));
        }
        var ended = run(MADE.resolve(language), words);
        return new Ended(ended.exit(), driver + " and " + server.title() + ": " + ended.output());
    }

    /** Once for these versions. */
    private static Path made(String language, List<String> command) throws Exception {
        var directory = MADE.resolve(language);
        var stamp = directory.resolve("made-from");
        var sources = sources(SOURCES.resolve(language));
        if (Files.exists(stamp) && Files.readString(stamp).equals(sources)) {
            return directory;
        }
        Files.createDirectories(directory);
        Files.deleteIfExists(stamp);
        for (var file : files(SOURCES.resolve(language))) {
            Files.write(directory.resolve(Objects.requireNonNull(file.getFileName())), Files.readAllBytes(file));
        }
        var ended = run(directory, command);
        assertThat(ended.exit()).as("%s: %s", command, ended.output()).isZero();
        Files.writeString(stamp, sources);
        return directory;
    }

    private static String sources(Path directory) throws IOException {
        var text = new StringBuilder();
        for (var file : files(directory)) {
            text.append(file.getFileName()).append('\n').append(Files.readString(file));
        }
        return text.toString();
    }

    private static List<Path> files(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private static Ended run(Path directory, List<String> command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
