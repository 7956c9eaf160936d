package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Self-tests that start nothing. */
class SelfTestCommandTest {
    private static final String RECORDED = Repository.path("results/recorded/selftest") + "/";

    @TempDir
    private Path directory;

    /** The power of each rule comes from the differences that the file holds. */
    @Test
    void recordedFindingsAreShownAgain() {
        var outcome = Shell.run("selftest", "--from", RECORDED + "20261121T192657Z-equal.json");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(ExitCode.OK.code());
        assertThat(outcome.out())
                .contains("60 pass; false alarms are at most 4.87 % (95 % confidence)")
                .containsPattern("goodput@16 .* 0 +0 +27 ≥34.0 % +60 ≥95.1 % +60 ≥95.1 % +60 ≥95.1 %\n")
                .contains("findings: " + RECORDED + "20261121T192657Z-equal.json");
    }

    /** All but the last line, which is the path of the file. */
    @Test
    void theDocumentShowsThem() {
        var out = Shell.run("selftest", "--from", RECORDED + "20261121T192657Z-equal.json")
                .out();

        assertThat(Repository.path("docs/reference/gate-power.md"))
                .content()
                .contains(out.substring(0, out.indexOf("findings: ")));
    }

    @Test
    void whatStartsNoRunsTakesNoOptionsOfRuns() {
        var outcome = Shell.run("selftest", "--from", RECORDED + "20261121T192657Z-equal.json", "--runs", "9");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("--from starts no runs, so --runs would have no effect");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "README.md | holds no findings of a self-test | Unexpected character",
                "none.json | cannot read the self-test | there is no such file",
                "results | cannot read the self-test | directory",
            })
    void whatIsNoSelfTestIsRefused(String file, String what, String why) {
        assertNoSelfTest(Repository.path(file), what, why);
    }

    @Test
    void aResultIsNoSelfTest() {
        assertNoSelfTest(Repository.recorded("delay-200"), "holds no findings of a self-test", "ralbench.result/");
    }

    private static void assertNoSelfTest(Path file, String what, String why) {
        var outcome = Shell.run("selftest", "--from", file.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains(what, why, "Name a file that ralbench selftest wrote");
    }

    private void assertRefused(Path output, String... parts) {
        var outcome = Shell.run("selftest", "--runs", "1", "--injected", "0", "-o", output.toString());
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains(parts);
    }

    @Test
    void aDirectoryIsNoPlaceForFindings() {
        assertRefused(directory, "cannot write the result to " + directory, "it is a directory");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aPathThatCannotBeWrittenIsRefusedBeforeTheFirstRun() throws IOException {
        var notes = Files.createFile(directory.resolve("notes.txt"));
        assertRefused(notes.resolve("self.json"), "cannot make the directory", "notes.txt");
        assertThat(directory.toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void findingsAreNotOverwritten() throws IOException {
        var file = Files.writeString(directory.resolve("self.json"), "{}");
        assertRefused(file, "self.json exists already");
        assertThat(file).hasContent("{}");
    }
}
