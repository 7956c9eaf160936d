package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {
    private static final Path HOME = Path.of("/home/me");

    @TempDir
    Path directory;

    @Test
    void theDirectoryIsWhereTheUserOrTheSystemSays() {
        assertThat(UserCache.of(Map.of(), HOME).root()).isEqualTo(Path.of("/home/me/.cache/ralbench"));
        assertThat(UserCache.of(Map.of("XDG_CACHE_HOME", "/var/cache"), HOME).root())
                .isEqualTo(Path.of("/var/cache/ralbench"));
        assertThat(UserCache.of(Map.of("XDG_CACHE_HOME", "/var/cache", "RALBENCH_CACHE", "/fast/../disk"), HOME)
                        .root())
                .isEqualTo(Path.of("/disk"));
    }

    @Test
    @Disturbance(value = "RALBENCH_CACHE names a file", then = "named, with the variable")
    void aDirectoryThatCannotBeMadeIsNamedWithTheVariableThatNamesAnother() throws IOException {
        var file = Files.writeString(directory.resolve("file"), "x");

        assertThat(new UserCache(directory).directory("a/b")).isDirectory();
        assertThatThrownBy(() -> new UserCache(file).directory("a")).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).contains(file.toString());
            assertThat(failure.fix()).contains("RALBENCH_CACHE");
        });
    }
}
