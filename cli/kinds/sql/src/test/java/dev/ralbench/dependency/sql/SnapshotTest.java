package dev.ralbench.dependency.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
    private static final List<String> SETTINGS = List.of("--a=1", "--b=2");

    @TempDir
    Path directory;

    @Test
    void theSameGivesTheSameKeyAndAnyDifferenceAnother() {
        var key = Snapshot.key("MySQL 9.7.4", SETTINGS, "shop", "SELECT 1");

        assertThat(key).matches("[0-9a-f]{16}");
        assertThat(Snapshot.key("MySQL 9.7.4", SETTINGS, "shop", "SELECT 1")).isEqualTo(key);
        assertThat(List.of(
                        Snapshot.key("MariaDB 11.4.5", SETTINGS, "shop", "SELECT 1"),
                        Snapshot.key("MySQL 9.7.4", List.of("--a=1"), "shop", "SELECT 1"),
                        Snapshot.key("MySQL 9.7.4", SETTINGS, "sho", "pSELECT 1"),
                        Snapshot.key("MySQL 9.7.4", SETTINGS, "shop", "SELECT 2")))
                .doesNotContain(key)
                .doesNotHaveDuplicates();
    }

    @Test
    void aRestoredSnapshotHoldsTheFilesThatWereKept() throws Exception {
        var data = directory.resolve("work");
        Files.createDirectories(data.resolve("shop"));
        Files.writeString(data.resolve("shop/items.ibd"), "rows");
        var kept = new Snapshot(Files.createDirectory(directory.resolve("kept")));
        assertThat(kept.isWhole()).isFalse();

        Snapshot.write(data, Map.of("items", new TableFigures(7, "0123456789abcdef")), kept.directory());
        kept.restore(directory.resolve("restored"));

        assertThat(kept.isWhole()).isTrue();
        assertThat(kept.tables()).containsExactly(Map.entry("items", new TableFigures(7, "0123456789abcdef")));
        assertThat(directory.resolve("restored/shop/items.ibd")).hasContent("rows");
    }
}
