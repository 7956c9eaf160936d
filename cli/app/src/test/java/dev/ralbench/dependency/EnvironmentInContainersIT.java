package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.command.BuiltInKinds;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.mysql.TestSql;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.NeedsDocker;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same servers within images: MySQL itself instead of MariaDB, and PostgreSQL. */
@NeedsDocker
@Timeout(120)
class EnvironmentInContainersIT {
    @TempDir
    Path logs;

    @Test
    void dataAndCountsAreThoseOfProcesses() throws Exception {
        try (var session = RunSession.containers(BuiltInKinds.ALL, ItCache.SHARED)) {
            var prepared = session.environments.prepare(
                    new DeclaredDependencies(List.of(Study.data(), TestServers.KEYS)), ServerSources.none());
            assertThat(prepared.software().get("mysql")).contains(", container ");

            try (var environment = prepared.start(logs, "container");
                    var connection = Study.connect(environment);
                    var statement = connection.prepareStatement("SELECT title FROM test_1 WHERE id = ?")) {
                assertThat(TestSql.tables(connection, Study.DATABASE))
                        .hasSize(4)
                        .allSatisfy((table, figures) -> assertThat(figures).endsWith(Study.CHECKSUM));
                var mysql = environment.servers().getFirst();
                long before = mysql.counts().orElseThrow().served();
                for (int id = 1; id <= 100; id++) {
                    statement.setInt(1, id);
                    statement.executeQuery().close();
                }
                TestSql.execute(connection, "UPDATE test_1 SET title = 'changed' WHERE id = 1");
                TestSql.execute(connection, "SET @unused = 1");
                var after = mysql.counts().orElseThrow();
                assertThat(after.served() - before).isEqualTo(101);
                assertThat(after.connections()).isEqualTo(1);
                TestServers.awaitIdle(mysql);
                assertThat(environment.servers())
                        .allSatisfy(server -> assertThat(server.isAlive()).isTrue());
                for (var user : List.of("root", "target", "ralbench")) {
                    assertThatThrownBy(() -> DriverManager.getConnection(
                                    "jdbc:mysql://127.0.0.1:"
                                            + environment.placeholders().get("mysql.port")
                                            + "/?allowPublicKeyRetrieval=true",
                                    user,
                                    ""))
                            .hasMessageContaining("Access denied");
                }
                assertThatThrownBy(() -> TestSql.execute(connection, "SELECT 'x' INTO OUTFILE '/tmp/written'"))
                        .hasMessageContaining("Access denied");
            }
            assertThat(session.runDirectories()).isEmpty();
        }
    }

    @Test
    void aPostgresServerIsFilledAndCounted() throws Exception {
        var script = new DeclaredSql.Script(
                "shop.sql", "CREATE TABLE item AS SELECT n AS id FROM generate_series(1, 100) AS n");
        var tables = Map.of("item", new DeclaredSql.ExpectedTable(100, Optional.empty()));
        var needs = new DeclaredDependencies(List.of(new DeclaredPostgres("shop", Optional.of(script), tables)));
        try (var session = RunSession.containers(BuiltInKinds.ALL, ItCache.SHARED)) {
            var prepared = session.environments.prepare(needs, ServerSources.none());
            assertThat(prepared.software().get("postgres")).contains(", container ");

            try (var environment = prepared.start(logs, "container")) {
                var placeholders = environment.placeholders();
                var url = "jdbc:postgresql://127.0.0.1:" + placeholders.get("postgres.port") + "/shop";
                var postgres = environment.servers().getFirst();
                try (var connection = DriverManager.getConnection(
                        url, placeholders.get("postgres.user"), placeholders.get("postgres.password"))) {
                    for (int i = 0; i < 10; i++) {
                        assertThat(TestSql.texts(connection, "SELECT count(*) FROM item"))
                                .containsExactly("100");
                    }
                    assertThat(postgres.counts()).contains(new ServedCounts(10, 0, 1));
                }
                assertThatThrownBy(() -> DriverManager.getConnection(url, "ralbench", "ralbench"))
                        .hasMessageContaining("password authentication failed");
            }
            assertThat(session.runDirectories()).isEmpty();
        }
    }
}
