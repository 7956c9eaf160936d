package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --reference} by itself adds all figures, and leaves the files that follow it alone. */
class CompareReferenceTest {
    private static final String FILE = Repository.recorded("delay-200").toString();
    private static final String HEADER = "variant +figure";

    private static Shell.CommandResult compare(String arguments) {
        return Shell.run(("compare --ramp " + arguments.replace("FILE", FILE)).split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--reference FILE",
                "FILE --reference",
                "--reference --level all FILE",
                "FILE --reference --level all",
                "--reference=measured,predicted,published FILE",
                "FILE --reference measured,predicted,published",
                "--reference measured --reference predicted,published FILE",
            })
    void allFiguresAreShown(String arguments) {
        var outcome = compare(arguments);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).containsPattern(HEADER + " +measured +predicted +deviation +published");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--reference=published FILE", "--reference published FILE", "FILE --reference published"})
    void onlyThoseThatAreNamedAreShown(String arguments) {
        var outcome = compare(arguments);
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).containsPattern(HEADER + " +published");
    }

    @Test
    void withoutTheReferenceOptionNoReferenceColumnIsShown() {
        assertThat(compare("FILE").out()).doesNotContainPattern(HEADER);
    }

    @Test
    void aMistypedKindIsNamed() {
        var outcome = compare("--reference=publishd FILE");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("publishd", "did you mean published?");
        assertThat(outcome.out()).isEmpty();
    }
}
