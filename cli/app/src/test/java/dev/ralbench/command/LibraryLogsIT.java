package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LibraryLogsIT {
    @TempDir
    private Path directory;

    /** What a JVM of its own prints, on both streams. */
    private static String printed(String what, String... options) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(Starters.JAVA.toString()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                NoisyMain.class.getName(),
                what));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    @Test
    @Disturbance(value = "Netty logs a warning", then = "not on the terminal")
    void noLineOfALibraryReachesTheTerminal() throws Exception {
        assertThat(printed("library")).contains(NoisyMain.LINE);
        assertThat(printed("silenced")).doesNotContain(NoisyMain.LINE);
    }

    @Test
    void everyCommandIsSilenced() throws Exception {
        assertThat(printed("main")).contains("ralbench", LibraryLogs.class.getName());
    }

    @Test
    void whoLooksIntoALibraryConfiguresItsLogs() throws Exception {
        var file = Files.writeString(
                directory.resolve("logging.properties"), "handlers=java.util.logging.ConsoleHandler\n.level=INFO\n");

        assertThat(printed("silenced", "-Djava.util.logging.config.file=" + file))
                .contains(NoisyMain.LINE);
    }
}
