package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and directories that are named where another kind of file belongs. */
class WrongFilesTest {
    private static final String SCENARIO = """
            schema: 1
            name: shop
            request: { path: / }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            variants: { mine: { target: { url: "http://127.0.0.1:9" } } }
            """;

    private static final Path RESULT = Path.of("../../results/recorded/20261126T081029Z-fan-out-1.json");

    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(directory.resolve("shop.yaml"), SCENARIO);
        Files.writeString(directory.resolve("gate.yaml"), "version: 1\ngate: mine\n");
        Files.writeString(directory.resolve("notes.md"), "# My notes on ralbench\n");
        Files.copy(RESULT, directory.resolve("run.json"));
        Files.createDirectory(directory.resolve("empty"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "report D/shop.yaml|D/shop.yaml is a scenario, not a result|-> ralbench run D/shop.yaml measures it",
                "compare D/shop.yaml|D/shop.yaml is a scenario, not a result|ralbench validate D/shop.yaml",
                "compare D/gate.yaml|D/gate.yaml is a gate, not a result|compare RESULT.json --gate D/gate.yaml",
                "report D/notes.md|D/notes.md is a report or another text, not a result|ends in .json",
                "report D|cannot read the result D|such as the newest, D/run.json.",
                "report D/empty|cannot read the result D/empty|Name a result file in it.",
                "report D/rnu.json|cannot read the result D/rnu.json|did you mean D/run.json?",
                "run D/run.json|D/run.json: is the result of a run, and no scenario|ralbench report",
                "run D|D: is a directory, and no scenario|Name a file in it.",
                "run D/shpo.yaml|D/shpo.yaml: there is no such file|did you mean D/shop.yaml?",
                "run D/shop.yaml --gate D|D: is a directory, and no gate|Name a file in it.",
                "run D/shop.yaml --gate .|.: is a directory, and no gate|Name a file in it.",
                "run D/shop.yaml --gate D/run.json|D/run.json: is the result of a run, and no gate|ralbench report",
                "run D/shop.yaml --variant base=D|--variant base=D is not a build|--variant base=mine --directory base=D",
            })
    void aFileOfAnotherKindIsAnsweredWithWhatItIs(String line, String what, String hint) {
        var here = directory.toString();
        var outcome = Shell.run(line.replaceAll("\\bD\\b", here).split(" "));

        assertThat(outcome.err())
                .startsWith("ralbench: " + what.replaceAll("\\bD\\b", here))
                .contains(hint.replaceAll("\\bD\\b", here));
        assertThat(outcome.err().lines().count()).isLessThanOrEqualTo(3);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"r.md", "r.html", "r.csv", "r.txt", "r.json"})
    void anEarlierReportIsReplaced(String name) throws IOException {
        var file = directory.resolve(name);
        for (int i = 0; i < 2; i++) {
            var outcome = Shell.run("report", RESULT.toString(), "-o", file.toString());
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            var compared = Shell.run("compare", RESULT.toString(), "-o", file.toString());
            assertThat(compared.exit()).as(compared.err()).isZero();
        }
        assertThat(file).isNotEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.md", "run.json"})
    @Disturbance(value = "--output names notes, or the result itself", then = "refused, and nothing is overwritten")
    void aFileThatIsNoReportIsNotOverwritten(String name) throws IOException {
        var file = directory.resolve(name);
        var before = Files.readString(file);

        for (var command : new String[] {"report", "compare"}) {
            var outcome = Shell.run(command, directory.resolve("run.json").toString(), "-o", file.toString());
            assertThat(outcome.err())
                    .startsWith("ralbench: --output " + file + " exists and is no ")
                    .contains("-> give --output another name");
            assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        }
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void aWrongFileOfAnyReportFormatIsNotOverwritten() throws IOException {
        for (var ending : new String[] {"html", "csv", "txt", "xml"}) {
            var file = Files.writeString(directory.resolve("mine." + ending), "a, b and ralbench\n");
            var outcome = Shell.run("compare", RESULT.toString(), "-o", file.toString());
            assertThat(outcome.exit()).as(ending).isEqualTo(ExitCode.USAGE.code());
            assertThat(file).hasContent("a, b and ralbench\n");
        }
    }
}
