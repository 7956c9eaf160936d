package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheUse;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheChecksTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path directory;

    private Path cache(String name, int mebibytes, Duration unused) throws IOException {
        var place = Files.createDirectories(directory.resolve("aot").resolve(name));
        Files.write(place.resolve("cache.aot"), new byte[mebibytes * MIB]);
        Files.writeString(place.resolve("stamp"), "the start-up cache of x\n");
        CacheUse.note(place, Clock.system().now().minus(unused));
        return place;
    }

    private Finding finding(boolean clean) {
        return new CacheChecks(new UserCache(directory), Clock.system())
                .startUpCaches(clean)
                .getFirst();
    }

    @Test
    void withoutAnyThereIsNothingToDo() {
        assertThat(finding(true)).isEqualTo(Finding.fine("start-up caches", "0 (0 MiB)"));
    }

    @Test
    void numberAndSizeAreShownAndThoseThatNoRunUses() throws IOException {
        cache("new", 3, Duration.ofDays(6));
        var old = cache("old", 2, Duration.ofDays(8));

        assertThat(finding(false).found()).isEqualTo("2 (5 MiB); unused for 7 days: 1 (2 MiB)");
        assertThat(finding(false).fix()).contains("doctor --clean");
        assertThat(old).exists();
    }

    @Test
    void unusedOnesAreRemovedAndNoOthers() throws IOException {
        var recent = cache("new", 3, Duration.ofDays(6));
        var old = cache("old", 2, Duration.ofDays(8));

        assertThat(finding(true)).isEqualTo(Finding.fine("start-up caches", "1 (3 MiB); removed 1 (2 MiB)"));
        assertThat(old).doesNotExist();
        assertThat(recent).exists();
    }
}
