package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever machine this is, it has a CPU 0 or says that it may not be used, and none of the number 9999. */
class CpuOptionsTest {
    private static Shell.CommandResult dryRun(String words) {
        var all = new ArrayList<>(List.of("run", "--dry-run", "--variant", "base"));
        all.addAll(List.of(words.split(" ")));
        return Shell.run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "selftest --cpus generator=9999",
                "selftest --cpus target=0 --cpus generator=9999",
                "--cpus target=0 generator=9999 selftest",
                "--cpus=target=0 generator=9999 -s selftest",
            })
    void severalWordsAndSeveralOptionsAreOneRequest(String words) {
        var outcome = dryRun(words);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).startsWith("ralbench: --cpus ").contains("9999");
        assertThat(outcome.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"selftest --cpus", "selftest --cpus generator=", "selftest --cpus sender=0"})
    void aWrongWordIsOneMessage(String words) {
        var outcome = dryRun(words);

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err().lines().filter(line -> line.startsWith("ralbench: ")))
                .singleElement()
                .asString()
                .contains("--cpus");
    }

    @Test
    void noneTurnsTheDefaultOff() {
        var outcome = dryRun("selftest --cpus none");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).doesNotContain("CPUs: generator");
    }
}
