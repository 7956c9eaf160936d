package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files with a password for a JVM of another user, which lie outside of ralbench's directories. */
@Timeout(60)
class PasswordFilesIT {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sleep", "60");

    @TempDir
    Path cache;

    @Test
    @Disturbance(
            value = "kill -9 of ralbench while a JVM of another user reads its password",
            then = "the file and its directory are gone")
    void theyAreGoneWhenRalbenchIsKilled() throws Exception {
        assumeThat(Files.getOwner(cache).getName())
                .as("nothing was tried: only root can start a process as another user")
                .isEqualTo("root");
        var other = new ProcessBuilder(AS_NOBODY).start();
        try {
            Eventually.within(
                    Duration.ofSeconds(10),
                    () -> other.info().user().filter("nobody"::equals).isPresent());
            var holder = start(other.pid());
            try (var said = new BufferedReader(holder.inputReader(StandardCharsets.UTF_8))) {
                var file = Path.of(String.valueOf(said.readLine()));
                assertThat(file).hasContent("someone secret\n");
                assertThat(file.getParent()).hasParentRaw(Path.of("/tmp"));

                holder.destroyForcibly().waitFor();
                Eventually.within(Duration.ofSeconds(15), () -> !Files.exists(file.getParent()));
            }
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    private Process start(long pid) throws IOException {
        return new ProcessBuilder(
                        Starters.JAVA.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeldPasswordFiles.class.getName(),
                        String.valueOf(pid),
                        cache.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
