package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say of secrets before anything is started. */
class SecretCommandsTest {
    private static final String HINT =
            "header Authorization is stored as <redacted>; write ${env:NAME} to keep its value"
                    + " out of the scenario file as well";

    @TempDir
    private Path directory;

    private String scenario(String headers) throws IOException {
        return Files.writeString(directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        request: { path: /, headers: %s }
                        load: { closed: { constant: { users: 5, hold: 1s } } }
                        variants: { one: { target: { url: "http://127.0.0.1:9" } } }
                        """.formatted(headers))
                .toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "up", "gate init"})
    @Disturbance(value = "the variable of a secret is missing", then = "named before anything is started")
    void aVariableThatIsMissingIsNamedBeforeAnythingIsStarted(String command) throws IOException {
        var words = (command + " " + scenario("{ Authorization: 'Bearer ${env:SHOP_TOKEN}' }")).split(" ");
        var outcome = Shell.run(words);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err())
                .startsWith("ralbench: mine: not set in the environment: SHOP_TOKEN")
                .contains("${env:SHOP_TOKEN} is in request.headers.Authorization", "export SHOP_TOKEN=");
    }

    @Test
    void whatIsRefusedIsNotCommentedOn() throws IOException {
        var outcome = Shell.run("up", scenario("{ Authorization: Bearer hunter2, X-Mine: '${env:SHOP_TOKEN}' }"));

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).startsWith("ralbench: mine: not set in the environment: SHOP_TOKEN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate", "show", "show --origin", "run --dry-run"})
    void whatSendsNothingNeedsNoVariables(String command) throws IOException {
        var words = (command + " " + scenario("{ Authorization: 'Bearer ${env:SHOP_TOKEN}' }")).split(" ");
        var outcome = Shell.run(words);

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void showHasPlaceholdersAndNoValues() throws IOException {
        var file = scenario("{ Authorization: 'Bearer ${env:SHOP_TOKEN}' }");
        var shell = new Shell(Map.of("SHOP_TOKEN", "hunter2"));

        assertThat(shell.execute("show", file).out()).contains("Authorization: Bearer ${env:SHOP_TOKEN}");
        assertThat(shell.execute("show", file, "--origin").out())
                .contains("request.headers.Authorization: Bearer ${env:SHOP_TOKEN}")
                .doesNotContain("hunter2");
    }

    @Test
    void aSecretInClearIsNotShownAndValidateSaysSo() throws IOException {
        var file = scenario("{ Authorization: Bearer hunter2 }");

        assertThat(Shell.run("show", file).out())
                .contains("Authorization: <redacted>")
                .doesNotContain("hunter2");
        assertThat(Shell.run("show", "--origin", file).out())
                .contains("<redacted>")
                .doesNotContain("hunter2");
        assertThat(Shell.run("validate", file).err()).isEqualTo(HINT + System.lineSeparator());
    }

    @Test
    @Disturbance(value = "a password on a wrong command line", then = "not repeated")
    void aPasswordOfAWrongCommandLineIsNotRepeated() {
        var outcome = Shell.run("doctor", "mysql://root:hunter2@db");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("mysql://root:***@db").doesNotContain("hunter2");
    }

    @Test
    void theHelpShowsPlaceholdersAsTheyAreWritten() {
        assertThat(Shell.run("run", "--help", "--all").out()).contains("${env:NAME}");
    }
}
