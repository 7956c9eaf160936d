package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command by its own name; that a search is right is what {@link FindCapacityIT} shows. */
class CapacityCommandTest {
    @Test
    void itPlansWhatRunPlansWithTheOption() {
        var capacity = Shell.run(
                "capacity",
                "delay-0",
                "--dry-run",
                "--seed",
                "1",
                "--range",
                "8-64",
                "--slo",
                "p99=1s",
                "--hold",
                "2s");
        var run = Shell.run(
                "run",
                "delay-0",
                "--dry-run",
                "--seed",
                "1",
                "--find-capacity=8-64",
                "--slo",
                "p99=1s",
                "--capacity-hold",
                "2s");

        assertThat(capacity.exit()).as(capacity.err()).isZero();
        assertThat(capacity.out()).contains("8 users", "64 users").isEqualTo(run.out());
    }

    @Test
    void itSearchesTheUsualRangeUnlessToldOtherwise() {
        assertThat(Shell.run("capacity", "delay-0", "--dry-run", "--seed", "1", "--slo", "p99=1s")
                        .out())
                .isEqualTo(Shell.run("run", "delay-0", "--dry-run", "--seed", "1", "--find-capacity", "--slo", "p99=1s")
                        .out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--users=5", "--rate=5", "--gate=pr", "--order=alternating", "--quick"})
    void itHasNoOptionsOfOtherRuns(String option) {
        var outcome = Shell.run("capacity", "delay-0", "--dry-run", "--seed", "1", "--slo", "p99=1s", option);

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("ralbench capacity has no option");
    }

    @Test
    void itsHelpIsShort() {
        var help = Shell.run("capacity", "--help");

        assertThat(help.exit()).isZero();
        assertThat(help.out())
                .startsWith("Usage: ralbench capacity ")
                .contains("Search:", "--slo", "--range", "ralbench capacity --help --all")
                .doesNotContain("--gate");
    }
}
