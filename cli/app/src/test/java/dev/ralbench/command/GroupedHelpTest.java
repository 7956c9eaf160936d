package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupedHelpTest {
    private static final int ONE_SCREEN = 70;

    @Test
    void theUsualHelpIsOneScreenAndNamesTheOther() {
        var help = Shell.run("run", "--help");

        assertThat(help.exit()).isZero();
        assertThat(help.out().lines().count()).isLessThanOrEqualTo(ONE_SCREEN);
        assertThat(help.out())
                .contains("Load:", "--users", "Gate:", "ralbench run --help --all")
                .doesNotContain("--lead-in", "Exit codes:");
    }

    @ParameterizedTest
    @CsvSource({"up, --postgres-url", "gate init, --color", "gate explain, --think", "capacity, --transport"})
    void longHelpsHaveAShortOne(String command, String onlyInFull) {
        var usual = Shell.run((command + " --help").split(" ", -1));
        var full = Shell.run((command + " --help --all").split(" ", -1));

        assertThat(usual.out().lines().count()).isLessThanOrEqualTo(ONE_SCREEN);
        assertThat(usual.out())
                .contains("ralbench " + command + " --help --all")
                .doesNotContain(onlyInFull, "Exit codes:");
        assertThat(full.out()).contains(onlyInFull, "Exit codes:");
    }

    @Test
    void allOfItHasEveryOptionOnceAndTheExitCodes() {
        var help = Shell.run("run", "--help", "--all");

        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Load:", "--lead-in", "Exit codes:", "--redis-url");
        var listed = help.out()
                .lines()
                .filter(line -> line.matches(" {2}(-\\w, | {4})--.*"))
                .map(line -> line.strip().replaceFirst("^-\\w, ", "").split("[=\\[ ]", 2)[0])
                .toList();
        assertThat(listed)
                .containsExactlyElementsOf(GroupedHelp.OF_RUN.stream()
                        .flatMap(GroupedHelp.Group::all)
                        .toList());
    }
}
