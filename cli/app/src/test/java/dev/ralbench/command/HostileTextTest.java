package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios come from others, too. */
class HostileTextTest {
    @TempDir
    private Path directory;

    private static final String PLAIN = """
            schema: 1
            name: mine
            request: { path: / }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            variants: { only: { target: { url: "http://127.0.0.1:9" } } }
            """;

    private static void assertRefused(Shell.CommandResult outcome, String part) {
        assertThat(outcome.err())
                .startsWith("ralbench: ")
                .contains(part)
                .doesNotContain("\r", "\u001b", "\tat ")
                .hasSizeLessThan(2_000);
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @ParameterizedTest
    @CsvSource({
        "name: mine, name: ../../etc/x, name: must consist of",
        "{ only:, { ../../v:, variants.../../v: must consist of",
        "hold: 1s, 'hold: 1s, label: ../../x', label: must",
        "path: /, 'path: \"/a\\r\\nX-Evil: 1\"', request.path: must begin with /",
        "path: /, 'path: /, headers: { X: \"a\\r\\nX-Evil: 1\" }', request.headers.X: must not hold line breaks",
        "path: /, 'path: /, headers: { \"X\\r\\nY\": a }', request.headers",
    })
    @Disturbance(value = "a name, a path or a header leads elsewhere", then = "refused, with line and column")
    void namesPathsAndHeadersThatLeadElsewhereAreRefused(String plain, String hostile, String message)
            throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), PLAIN.replace(plain, hostile));

        assertRefused(Shell.run("validate", scenario.toString()), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"users: 5", "hold: 1s", "path: /", "url: \"http://127.0.0.1:9\""})
    @Disturbance(value = "a value of 100 000 digits in the place of", then = "refused in a line that a screen holds")
    void aValueOfAnyLengthIsRefusedInAShortMessage(String plain) throws IOException {
        var hostile = plain.substring(0, plain.indexOf(' ') + 1) + "9".repeat(100_000);
        var scenario = Files.writeString(directory.resolve("mine.yaml"), PLAIN.replace(plain, hostile));

        assertRefused(Shell.run("validate", scenario.toString()), "99 ... ");
    }

    @ParameterizedTest
    @CsvSource({"name: mine, name: %s, 240", "{ only:, { %s:, 480", "name: mine, name: %s, 5000"})
    @Disturbance(value = "a name is too long for a file", then = "refused by validate, before anything is started")
    void aNameThatIsTooLongIsRefused(String plain, String hostile, int length) throws IOException {
        var name = hostile.formatted("a".repeat(length));
        var scenario = Files.writeString(directory.resolve("mine.yaml"), PLAIN.replace(plain, name));

        var outcome = Shell.run("validate", scenario.toString());

        assertThat(outcome.err()).contains("must consist of lower-case letters", "at most 100 characters");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "image:x;touch %s",
                "only=image:x;touch %s",
                "only=image:$(touch %s)",
                "only=image:--privileged",
                "only=image:-v/:/host",
                "../../v=old.jar"
            })
    @Disturbance(value = "--variant holds commands or options of Docker", then = "refused, not run")
    void aVariantIsNoCommandOfAShell(String variant) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), PLAIN);
        var touched = directory.resolve("touched");

        assertRefused(Shell.run("run", scenario.toString(), "--variant", variant.formatted(touched)), "variant");
        assertThat(touched).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000, 200_000})
    @Disturbance(value = "thousands of brackets in YAML", then = "refused in no time")
    void manyBracketsAreRefused(int brackets) throws IOException {
        var scenario = Files.writeString(
                directory.resolve("mine.yaml"), PLAIN + "profiles: " + "[".repeat(brackets) + "]".repeat(brackets));

        assertRefused(Shell.run("validate", scenario.toString()), "mine.yaml");
    }

    @Test
    @Disturbance(value = "escape sequences in the title of a scenario", then = "not on the terminal")
    void theTitleOfAScenarioGivesNoOrders() throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                title: "\\e[31mred\\e]0;mine\\a \\u202Eback"
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants: { only: { target: { url: "http://127.0.0.1:9" } } }
                """);

        var outcome = Shell.run("run", "-s", scenario.toString(), "--dry-run");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).startsWith("mine: ?[31mred?]0;mine? ?back\n").doesNotContain("\u001b");
    }
}
