package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios made of what other programs write, with the notes on what is missing. */
class ImportCommandTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"shop.yaml", "pets.json", "access.log", "visit.har"})
    void aFileBecomesAScenario(String name) {
        var file = Path.of("src/test/resources/import").resolve(name);

        var outcome = Shell.run("import", file.toString());

        assertThat(outcome.exit()).isZero();
        Golden.matches("import/" + name + ".imported.txt", outcome.out() + "\n-- notes\n" + outcome.err());
    }

    @Test
    void theScenarioIsWrittenAndValid() {
        var scenario = directory.resolve("mine.yaml");

        var outcome = Shell.run(
                "import",
                "src/test/resources/import/access.log",
                "--url",
                "http://127.0.0.1:9",
                "-o",
                scenario.toString());

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).endsWith("scenario: " + scenario + System.lineSeparator());
        assertThat(scenario).content().contains("url: http://127.0.0.1:9");
        assertThat(Shell.run("validate", scenario.toString()).exit()).isZero();
        var again = Shell.run("import", "src/test/resources/import/access.log", "-o", scenario.toString());
        assertThat(again.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(again.err()).contains("exists already", "--force");
    }

    private Shell.CommandResult ofText(String text) throws IOException {
        return Shell.run(
                "import", Files.writeString(directory.resolve("given"), text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "a: 1", "{\"a\": 1}", "{\"log\": {}}", "[1]", "{", "openapi: [", "a: 1\na: 2"})
    void whatIsNoneIsOneMessage(String text) throws IOException {
        var outcome = ofText(text);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains("given").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"openapi: 3.0.0", "{\"openapi\": \"3.0.0\", \"paths\": {\"/a\": {\"delete\": {}}}}"})
    void anApiWithoutARequestIsOneMessage(String text) throws IOException {
        var outcome = ofText(text);

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("holds no request");
    }

    @Test
    void aFileThatIsNotThereIsOneMessage() {
        var outcome = Shell.run("import", directory.resolve("nothing").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("cannot be read").doesNotContain("Exception:");
    }
}
