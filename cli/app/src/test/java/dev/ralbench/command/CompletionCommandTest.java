package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the scripts hold; {@link CompletionIT} has shells use them. */
class CompletionCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void aScriptHasEveryCommandOptionAndBuiltIn(String shell) {
        var script = Shell.run("completion", shell).out();

        var commands =
                visible(Main.commandLine(Shell.console(), Uncalibrated.CEILING)).toList();
        assertThat(commands).hasSizeGreaterThan(15);
        for (var command : commands) {
            assertThat(script).contains(command.getCommandName());
            for (var option : command.getCommandSpec().options()) {
                var name = option.longestName();
                assertThat(script).contains(shell.equals("fish") ? " -l " + name.substring(2) : name);
            }
        }
        assertThat(script)
                .contains("fan-out-netty", "virtual-threads", "slow-start", "quick")
                .doesNotContain("@scenarios@", "@commands@", "@names@", "train", "ralbench_man");
    }

    private static Stream<CommandLine> visible(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream()
                        .filter(below -> !below.getCommandSpec().usageMessage().hidden())
                        .flatMap(CompletionCommandTest::visible));
    }

    @Test
    void anotherShellIsOneMessage() {
        var outcome = Shell.run("completion", "tcsh");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("tcsh", "bash").doesNotContain("Exception");
        assertThat(Shell.run("completion").exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void descriptionsWithSignsOfTheShellAreText() {
        var apostrophes = visible(Main.commandLine(Shell.console(), Uncalibrated.CEILING))
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(OptionSpec::description)
                .map(FirstSentence::of)
                .filter(sentence -> sentence.contains("'"))
                .toList();
        assertThat(apostrophes).as("there are some").isNotEmpty();

        var zsh = Shell.run("completion", "zsh").out();
        var fish = Shell.run("completion", "fish").out();
        for (var sentence : apostrophes) {
            var end = sentence.substring(sentence.indexOf('\''), sentence.indexOf('\'') + 2);
            assertThat(zsh).contains(end.replace("'", "'\\''"));
            assertThat(fish).contains(end.replace("'", "\\'"));
        }
    }
}
