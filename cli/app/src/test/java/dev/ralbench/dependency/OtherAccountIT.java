package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.command.BuiltInKinds;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.NeedsDocker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What another account of this machine can do to a run: nothing. */
@Timeout(180)
class OtherAccountIT {
    private static final DeclaredDependencies NEEDS = new DeclaredDependencies(List.of(
            new DeclaredMySql(Study.DATABASE, Optional.empty(), Map.of()), TestServers.POSTGRES, TestServers.KEYS));

    @TempDir
    Path directory;

    private UserCache cache;
    private OtherAccount other;

    @BeforeEach
    void openEverythingAroundTheRun() throws Exception {
        OtherAccount.assumePossible();
        OtherAccount.open(directory);
        cache = ItCache.withServersIn(Files.createDirectory(directory.resolve("cache")));
        OtherAccount.open(cache.root());
        other = new OtherAccount(directory);
    }

    @AfterEach
    void unlink() throws IOException {
        ItCache.unlink(cache);
    }

    @Test
    @Disturbance(
            value = "another account attacks MariaDB, PostgreSQL, Redis and the run",
            then = "refused, nothing read or written")
    void nothingCanBeDoneToServersThatAreProcesses() throws Exception {
        try (var session = RunSession.processes(BuiltInKinds.ALL, cache)) {
            assertNothingCanBeDone(session);
        }
    }

    @Nested
    @NeedsDocker
    class InContainers {
        @Test
        @Disturbance(
                value = "another account attacks MySQL, PostgreSQL, Redis and the run, containers",
                then = "refused, nothing read or written")
        void nothingCanBeDoneToServersInContainers() throws Exception {
            try (var session = RunSession.containers(BuiltInKinds.ALL, cache)) {
                assertNothingCanBeDone(session);
            }
        }
    }

    private void assertNothingCanBeDone(RunSession session) throws Exception {
        var logs = Files.createDirectory(directory.resolve("logs"));
        var prepared = session.environments.prepare(NEEDS, ServerSources.none());
        try (var environment = prepared.start(logs, "attacked")) {
            var placeholders = environment.placeholders();
            assertOnlyPasswordsLetIn(placeholders);
            assertTheRunIsClosed(session);
            assertPasswordsAreNotSeen(placeholders, logs);
        }
    }

    private void assertOnlyPasswordsLetIn(Map<String, String> placeholders) throws Exception {
        var mysql = "mysql\t" + word(placeholders, "mysql.port") + "\t";
        var postgres = "postgres\t" + word(placeholders, "postgres.port") + "\t";
        var redis = "redis\t" + word(placeholders, "redis.port") + "\t";
        var attempts = new ArrayList<>(List.of(redis));
        for (var user : List.of("root", "ralbench", "target", "mysql", "nobody", "")) {
            for (var password : List.of("", "root")) {
                attempts.add(mysql + user + "\t" + password);
            }
        }
        for (var user : List.of("postgres", "ralbench", "target", "nobody")) {
            attempts.add(postgres + user + "\troot");
        }
        assertThat(other.tries(attempts))
                .allSatisfy(outcome -> assertThat(outcome)
                        .containsAnyOf("-NOAUTH", "Access denied", "password authentication failed"));
        assertThat(other.tries(List.of(
                        mysql + word(placeholders, "mysql.user") + "\t" + word(placeholders, "mysql.password"),
                        postgres + word(placeholders, "postgres.user") + "\t" + word(placeholders, "postgres.password"),
                        redis + word(placeholders, "redis.password"))))
                .as("it is the password that they are refused for")
                .allSatisfy(outcome -> assertThat(outcome).startsWith(Intruder.IN));
    }

    private void assertTheRunIsClosed(RunSession session) throws Exception {
        var attempts = new ArrayList<String>();
        for (var name : session.runDirectories()) {
            try (var paths = Files.walk(cache.root().resolve("runs").resolve(name))) {
                paths.flatMap(OtherAccountIT::attemptsAt).forEach(attempts::add);
            }
        }
        assertThat(attempts)
                .as("among them")
                .anyMatch(attempt -> attempt.startsWith("read") && attempt.endsWith("redis.conf"))
                .anyMatch(attempt -> attempt.startsWith("read") && attempt.endsWith("init.sql"))
                .anyMatch(attempt -> attempt.startsWith("read") && attempt.endsWith("pg_hba.conf"))
                .anyMatch(attempt -> attempt.startsWith("connect") && attempt.endsWith("mysql.sock"));
        assertThat(other.tries(attempts))
                .allSatisfy(outcome -> assertThat(outcome).containsAnyOf("AccessDenied", "Permission denied"));
        var readable = OtherAccount.open(Files.writeString(directory.resolve("readable"), "everybody's"));
        assertThat(other.tries(List.of("read\t" + readable)))
                .as("it can read what it may")
                .containsExactly(Intruder.IN + "everybody's");
    }

    private static Stream<String> attemptsAt(Path path) {
        if (Files.isDirectory(path)) {
            return Stream.of("read\t" + path, "write\t" + path.resolve("written"));
        }
        return Files.isRegularFile(path) ? Stream.of("read\t" + path) : Stream.of("connect\t" + path);
    }

    private void assertPasswordsAreNotSeen(Map<String, String> placeholders, Path logs) throws Exception {
        var passwords = Stream.of("mysql", "postgres", "redis")
                .map(kind -> word(placeholders, kind + ".password"))
                .toList();
        assertThat(other.tries(List.of("look")).getFirst())
                .contains("redis-server")
                .doesNotContain(passwords);
        try (var written = Files.list(logs)) {
            assertThat(written)
                    .isNotEmpty()
                    .allSatisfy(log -> assertThat(log).content().doesNotContain(passwords));
        }
    }

    private static String word(Map<String, String> placeholders, String name) {
        return Objects.requireNonNull(placeholders.get(name), name);
    }
}
