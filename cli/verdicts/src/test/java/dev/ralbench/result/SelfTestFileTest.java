package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SelfTests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SelfTestFileTest {
    private static final Path RECORDED = Repository.path("results/recorded/selftest");

    @TempDir
    private Path directory;

    private static List<Path> recorded() throws IOException {
        try (var files = Files.list(RECORDED)) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void recordedFindingsAreReadAndWrittenAnewAsTheyAre(Path file) throws IOException {
        var result = SelfTestFile.read(file);

        assertThat(result.runs()).isNotEmpty();
        assertThat(new String(SelfTestFile.encode(result), StandardCharsets.UTF_8))
                .isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @EnumSource(SelfTestDecision.class)
    void aDecisionIsReadBackAsItWasWritten(SelfTestDecision decision) throws IOException {
        var result = SelfTests.of(List.of(SelfTests.equal(decision)));
        var file = directory.resolve("self.json");
        SelfTestFile.create(file, result);

        assertThat(Files.readString(file)).contains("\"decision\": \"" + decision.word() + "\"");
        assertThat(SelfTestFile.read(file)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({"PASS, pass", "NO_DATA, no-data"})
    void outcomesAreSpelledAsEverywhereElse(RecordedOutcome outcome, String spelled) {
        var rule = SelfTests.rule(SelfTests.GOODPUT, outcome, 0.4, 0.01);
        var text = new String(
                SelfTestFile.encode(SelfTests.of(List.of(SelfTests.equal(SelfTestDecision.PASS, rule)))),
                StandardCharsets.UTF_8);

        assertThat(text).contains("\"kind\": \"relative\"", "\"outcome\": \"" + spelled + "\"");
    }

    @Test
    void aPathThatCannotBeWrittenShowsAtOnce() throws IOException {
        var none = SelfTests.of(List.of());
        var file = Files.createFile(directory.resolve("notes.txt"));

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> SelfTestFile.create(directory, none))
                .satisfies(failure -> assertThat(failure.why()).isEqualTo("it is a directory"));
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> SelfTestFile.create(file.resolve("self.json"), none))
                .satisfies(failure -> assertThat(failure.what()).contains("notes.txt"));
    }
}
