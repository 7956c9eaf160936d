package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.RunSession;
import dev.ralbench.dependency.Study;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.sql.TableFigures;
import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.EmbeddedVersion;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.Starters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that are as they were made, and that no server starts from. */
@Timeout(120)
class SnapshotIT {
    private static final String MARIADB = EmbeddedVersion.of(new MySqlKind());
    private static final String SERVER = "mariadb-" + MARIADB;

    @TempDir
    private Path directory;

    @TempDir
    private Path logs;

    @Test
    @Disturbance(value = "no server starts from a whole database snapshot", then = "made again once, and said")
    void aWholeSnapshotThatNoServerStartsFromIsMadeAgain() throws Exception {
        try (var shared = RunSession.processes(new DependencyKinds(new MySqlKind()), ItCache.SHARED)) {
            shared.environments.prepare(
                    new DeclaredDependencies(List.of(Study.data())), ServerSources.none()); // unpacks
        }
        var unpacked = Files.createSymbolicLink(
                directory.resolve(SERVER), ItCache.SHARED.root().resolve(SERVER).toAbsolutePath());
        try (var own = RunSession.processes(new DependencyKinds(new MySqlKind()), new UserCache(directory))) {
            var prepared =
                    own.environments.prepare(new DeclaredDependencies(List.of(Study.data())), ServerSources.none());
            publishWithoutTables();

            try (var environment = prepared.start(logs, "first");
                    var connection = Study.connect(environment)) {
                assertThat(TableFigures.ofAll(new MySqlDialect(), connection, Study.DATABASE))
                        .hasSize(4);
            }

            assertThat(own.notes)
                    .containsOnlyOnce("the data of fan-out.sql for MariaDB " + MARIADB
                            + " did not start a server and is made again");
        } finally {
            Files.deleteIfExists(unpacked);
        }
    }

    /** Takes the tables of the engine away, and stamps what is left as if it had been made so. */
    private void publishWithoutTables() throws Exception {
        Path snapshot;
        try (var snapshots = Files.list(directory.resolve("snapshots"))) {
            snapshot = snapshots.findFirst().orElseThrow();
        }
        var aside = Files.move(snapshot, directory.resolve("aside"));
        Files.write(aside.resolve("data/ibdata1"), new byte[4096]);
        Files.delete(aside.resolve("stamp"));
        var cache = new UserCache(directory);
        var part = new CachePart(
                "snapshots/" + snapshot.getFileName(), "the same", "publishing it", made -> true, made -> {
                    DirectoryTree.delete(made);
                    Files.move(aside, made);
                });
        new CacheParts(cache, Starters.directories(cache), note -> {}).get(part);
    }
}
