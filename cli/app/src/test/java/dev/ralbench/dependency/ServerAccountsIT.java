package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ralbench.command.BuiltInKinds;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.mysql.TestSql;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.ItCache;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who gets in at the servers that ralbench starts, and what their accounts may do. */
@Timeout(120)
class ServerAccountsIT {
    private static final DeclaredDependencies ALL =
            new DeclaredDependencies(List.of(Study.data(), TestServers.POSTGRES, TestServers.KEYS));

    @TempDir
    Path logs;

    private RunSession session;

    @BeforeEach
    void open() {
        session = RunSession.processes(BuiltInKinds.ALL, ItCache.SHARED);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    @Disturbance(
            value = "another user connects to the database and Redis",
            then = "refused without the password of this start")
    void noClientGetsInWithoutThePasswordOfThisStart() throws Exception {
        var prepared = session.environments.prepare(ALL, ServerSources.none());
        Map<String, String> first;
        try (var environment = prepared.start(logs, "first")) {
            first = environment.placeholders();
        }
        try (var environment = prepared.start(logs, "second")) {
            var placeholders = environment.placeholders();
            for (var password : List.of("", "root", word(first, "mysql.password"))) {
                for (var user : List.of("root", "target", "ralbench", "mysql", "")) {
                    var url = "jdbc:mysql://127.0.0.1:" + placeholders.get("mysql.port") + "/";
                    assertThat(catchThrowable(() -> DriverManager.getConnection(url, user, password)))
                            .as("user '%s', password '%s'", user, password)
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("Access denied");
                }
            }
            for (var password : List.of("", "postgres", word(first, "postgres.password"))) {
                for (var user : List.of("postgres", "target", "ralbench", "root", "nobody")) {
                    var url = "jdbc:postgresql://127.0.0.1:" + placeholders.get("postgres.port") + "/postgres";
                    assertThat(catchThrowable(() -> DriverManager.getConnection(url, user, password)))
                            .as("user '%s', password '%s'", user, password)
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("password");
                }
            }
            for (var greeting : List.of("", "AUTH " + word(first, "redis.password") + "\r\n")) {
                assertThat(redisSays(word(placeholders, "redis.port"), greeting + "GET a\r\nFLUSHALL\r\nQUIT\r\n"))
                        .contains("-NOAUTH")
                        .doesNotContain("$1\r\n1");
            }
            assertThat(passwords(placeholders))
                    .allSatisfy(password -> assertThat(password).hasSizeGreaterThan(20))
                    .doesNotContainAnyElementsOf(passwords(first));
        }
    }

    @Test
    @Disturbance(value = "another user looks for the passwords", then = "not in command lines, directories are closed")
    void passwordsAreWhereNoOtherUserCanReadThem() throws Exception {
        var prepared = session.environments.prepare(ALL, ServerSources.none());
        try (var environment = prepared.start(logs, "hidden")) {
            var passwords = passwords(environment.placeholders());
            assertThat(ProcessHandle.current()
                            .children()
                            .filter(RunSession::isServer)
                            .map(server -> server.info().commandLine().orElse("")))
                    .hasSize(3)
                    .allSatisfy(command -> assertThat(command).doesNotContain(passwords));
            for (var name : session.runDirectories()) {
                var directory = ItCache.SHARED.directory("runs").resolve(name);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                        .isEqualTo("rwx------");
            }
        }
    }

    @Test
    @Disturbance(value = "a target writes and reads files by its database", then = "refused")
    void aTargetReadsAndWritesNoFilesByWayOfItsDatabase(@TempDir Path own) throws Exception {
        var secret = Files.writeString(own.resolve("secret"), "secret");
        var prepared =
                session.environments.prepare(new DeclaredDependencies(List.of(Study.data())), ServerSources.none());
        try (var environment = prepared.start(logs, "files");
                var connection = Study.connect(environment)) {
            var written = own.resolve("written");
            assertThatThrownBy(() -> TestSql.execute(connection, "SELECT 'x' INTO OUTFILE '" + written + "'"))
                    .hasMessageContaining("Access denied");
            assertThat(written).doesNotExist();
            assertThat(TestSql.texts(
                            connection, "SELECT COALESCE(LOAD_FILE('" + secret.toAbsolutePath() + "'), 'nothing')"))
                    .containsExactly("nothing");
            assertThatThrownBy(() ->
                            TestSql.execute(connection, "LOAD DATA LOCAL INFILE '" + secret + "' INTO TABLE test_1"))
                    .isInstanceOf(SQLException.class);
            assertThat(TestSql.texts(connection, "SELECT @@secure_file_priv").getFirst())
                    .as("not even for ralbench itself elsewhere")
                    .contains("/runs/");
        }
    }

    private static List<String> passwords(Map<String, String> placeholders) {
        return Stream.of("mysql", "postgres", "redis")
                .map(kind -> word(placeholders, kind + ".password"))
                .toList();
    }

    private static String word(Map<String, String> placeholders, String name) {
        return Objects.requireNonNull(placeholders.get(name), name);
    }

    /** What an unknown client is answered. */
    private static String redisSays(String port, String commands) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
            socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
