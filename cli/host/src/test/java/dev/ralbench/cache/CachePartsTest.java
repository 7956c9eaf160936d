package dev.ralbench.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CachePartsTest {
    private static final String DAMAGED = "the loaded data was damaged and is made again";

    @TempDir
    Path directory;

    private final List<String> notes = new ArrayList<>();
    private UserCache cache;
    private CacheParts parts;
    private int made;

    @BeforeEach
    void open() {
        cache = new UserCache(directory);
        parts = new CacheParts(cache, Starters.directories(cache), notes::add);
    }

    private final CachePart part = new CachePart(
            "snapshots/abc",
            "the loaded data",
            "loading the data",
            place -> Files.isDirectory(place.resolve("data")),
            work -> {
                made++;
                Files.createDirectories(work.resolve("data/shop"));
                Files.writeString(work.resolve("data/ibdata1"), "twelve bytes");
                Files.writeString(work.resolve("data/shop/items"), "rows");
            });

    @Test
    void aPartIsMadeOnceAndNothingIsSaidOfIt() throws Exception {
        var first = parts.get(part);
        var second = new CacheParts(cache, Starters.directories(cache), notes::add).get(part);

        assertThat(first).isEqualTo(second).isEqualTo(directory.resolve("snapshots/abc"));
        assertThat(first.resolve("data/shop/items")).hasContent("rows");
        assertThat(made).isEqualTo(1);
        assertThat(notes).isEmpty();
        assertThat(directory.resolve("runs")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"truncated", "changed", "gone", "stamp"})
    void aDamagedPartIsMadeAgainAndThatIsSaid(String damage) throws Exception {
        var file = parts.get(part).resolve("data/ibdata1");
        switch (damage) {
            case "truncated" -> Files.writeString(file, "twelve");
            case "changed" -> writeLater(file, "TWELVE bytes");
            case "gone" -> Files.delete(file);
            default -> Files.writeString(directory.resolve("snapshots/abc/stamp"), "the loaded data\n");
        }

        parts.get(part);

        assertThat(file).hasContent("twelve bytes");
        assertThat(notes).containsExactly(DAMAGED);
        assertThat(made).isEqualTo(2);
    }

    @Test
    void aCopyWithOtherTimesIsAsGoodAndItsStampIsRefreshed() throws Exception {
        var file = parts.get(part).resolve("data/ibdata1");
        writeLater(file, "twelve bytes");

        parts.get(part);

        assertThat(made).isEqualTo(1);
        assertThat(notes).isEmpty();
        assertThat(Stamp.read(directory.resolve("snapshots/abc"))
                        .orElseThrow()
                        .looksLike(directory.resolve("snapshots/abc")))
                .as("the next look is quick")
                .isTrue();
    }

    @Test
    @Disturbance(value = "a file of the cache decays, its size and time stay", then = "found once something fails")
    void aFileThatDecaysOnTheDiskIsFoundOnceSomethingFails() throws Exception {
        var file = parts.get(part).resolve("data/ibdata1");
        var time = Files.getLastModifiedTime(file);
        Files.writeString(file, "TWELVE bytes");
        Files.setLastModifiedTime(file, time);
        assertThat(parts.find(part)).as("size and time are as they were").isPresent();

        assertThat(parts.dropDamaged()).isTrue();
        parts.get(part);

        assertThat(file).hasContent("twelve bytes");
        assertThat(notes).containsExactly(DAMAGED);
        assertThat(parts.dropDamaged()).isFalse();
    }

    @Test
    @Disturbance(value = "a cache of an older ralbench", then = "made again")
    void aPartOfAnOlderRalbenchWithoutAStampIsMadeAgainWithoutAWord() throws Exception {
        Files.createDirectories(directory.resolve("snapshots/abc/data"));

        parts.get(part);

        assertThat(made).isEqualTo(1);
        assertThat(notes).isEmpty();
    }

    @Test
    @Disturbance(value = "a part of the cache cannot be made", then = "nothing half made is left")
    void aPartThatCannotBeMadeLeavesNothing() {
        var impossible = new CachePart("x", "it", "making it", place -> true, work -> {
            Files.writeString(work.resolve("half"), "h");
            throw new IOException("no room");
        });

        assertThatThrownBy(() -> parts.get(impossible)).hasMessageContaining("making it failed");

        assertThat(directory.resolve("x")).doesNotExist();
        assertThat(directory.resolve("runs")).isEmptyDirectory();
    }

    @Test
    void anInspectionReadsEveryByteAndDropsWhatIsDamaged() throws Exception {
        var file = parts.get(part).resolve("data/ibdata1");
        parts.get(new CachePart("redis-7", "Redis", "unpacking", place -> true, work -> {}));
        var inspection = new CacheInspection(cache);
        assertThat(inspection.dropDamaged()).isEqualTo(new CacheInspection.Findings(2, List.of(), Map.of()));

        var time = Files.getLastModifiedTime(file);
        Files.writeString(file, "TWELVE bytes");
        Files.setLastModifiedTime(file, time);

        assertThat(inspection.dropDamaged())
                .isEqualTo(new CacheInspection.Findings(1, List.of("the loaded data"), Map.of()));
        assertThat(directory.resolve("snapshots/abc")).doesNotExist();
        assertThat(names(directory.resolve("snapshots"))).isEmpty();
    }

    /** So much later that the file system sees it. */
    private static void writeLater(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    }

    private static List<Path> names(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
