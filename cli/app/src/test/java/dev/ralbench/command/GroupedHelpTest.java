package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
