package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A golden file that no test compares with anything would be read as a promise. */
class GoldenFilesTest {
    private static final Path RESOURCES = Path.of("src/test/resources");

    @Test
    void everyReportIsComparedWithOne() throws IOException {
        var tests = files(Path.of("src/test/java")).stream()
                .map(GoldenFilesTest::text)
                .collect(Collectors.joining());

        assertThat(files(RESOURCES.resolve("report"))).hasSizeGreaterThan(20).allSatisfy(file -> {
            var name = RESOURCES.relativize(file).toString();
            var withWidth = name.replaceAll("[0-9]+", "\" + columns + \"");
            assertThat(tests.contains("\"" + name + "\"") || tests.contains("\"" + withWidth + "\""))
                    .as(name)
                    .isTrue();
        });
    }

    private static List<Path> files(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
