package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.mysql.TestSql;
import dev.ralbench.need.Needs;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.NeedsDocker;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same servers within images: MySQL itself instead of MariaDB. */
@NeedsDocker
@Timeout(120)
class EnvironmentInContainersIT {
    @TempDir
    Path logs;

    @Test
    void dataAndCountsAreThoseOfProcesses() throws Exception {
        try (var session = RunSession.containers(ItCache.SHARED)) {
            var prepared =
                    session.environments.prepare(new Needs(List.of(Study.data(), Study.KEYS)), ServerSources.none());
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
                Study.awaitIdle(mysql);
                assertThat(environment.servers())
                        .allSatisfy(server -> assertThat(server.isAlive()).isTrue());
                for (var user : List.of("root", "target", "ralbench")) {
                    assertThatThrownBy(() -> DriverManager.getConnection(
                                    "jdbc:mysql://127.0.0.1:"
                                            + environment.words().get("mysql.port")
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
}
