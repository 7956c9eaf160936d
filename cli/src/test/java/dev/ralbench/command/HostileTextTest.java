package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios come from others, too. */
class HostileTextTest {
    @TempDir
    private Path folder;

    @Test
    void theTitleOfAScenarioGivesNoOrders() throws IOException {
        var scenario = Files.writeString(folder.resolve("mine.yaml"), """
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
