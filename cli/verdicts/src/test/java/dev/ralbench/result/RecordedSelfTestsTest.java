package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Self-tests that the documentation refers to stay readable, and say what it says of them. */
class RecordedSelfTestsTest {
    private static final Path RESULTS = Repository.path("results");

    private static List<Path> recorded() throws IOException {
        try (var files = Files.list(RESULTS.resolve("recorded/selftest"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void everyRecordedSelfTestIsReadableAndListed(Path file) throws IOException {
        var result = SelfTestFile.read(file);

        assertThat(result.schema()).isEqualTo(SelfTestResult.SCHEMA);
        assertThat(result.runs()).hasSizeGreaterThanOrEqualTo(20).allMatch(SelfTestResult.SelfTestedRun::isAsExpected);
        assertThat(RESULTS.resolve("README.md")).content().contains("selftest/" + file.getFileName());
    }
}
