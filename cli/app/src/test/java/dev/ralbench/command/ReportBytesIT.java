package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes write the same reports: nothing in them comes from the order of a hash, a clock or a place. */
class ReportBytesIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> FILES = List.of("x.html", "x.md", "x.svg", "x.json", "x.csv");

    @TempDir
    private Path first;

    @TempDir
    private Path second;

    private static void report(Path directory) throws IOException, InterruptedException {
        var command = List.of(
                "report",
                Repository.recorded("selftest").toString(),
                "-o",
                directory.resolve("x.html").toString(),
                "-o",
                directory.resolve("x.md").toString(),
                "-o",
                directory.resolve("x.json").toString(),
                "-o",
                directory.resolve("x.csv").toString());
        try (var process = RalbenchProcess.start(directory, Map.of(), command)) {
            assertThat(process.awaitEnd(LIMIT)).isZero();
        }
    }

    @Test
    void theSameResultGivesTheSameBytesInEveryProcess() throws Exception {
        report(first);
        report(second);

        for (var file : FILES) {
            assertThat(Files.readAllBytes(first.resolve(file)))
                    .as(file)
                    .isNotEmpty()
                    .isEqualTo(Files.readAllBytes(second.resolve(file)));
        }
    }
}
