package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.InsideView;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompilerTimeTest {
    private static InsideView inside(Optional<Double> compilerSeconds, double cpuSeconds) {
        return new InsideView(
                "proc", cpuSeconds, 1, 1, Map.of(), 0, 0, compilerSeconds, Optional.empty(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0.11, 1, 2, true", // 11 % of the target
        "0.10, 1, 2, false",
        "0.04, 0.05, 2, false", // most of an idle target, and 2 % of one CPU
        "0.05, 0.05, 2, true",
        "0, 0, 2, false",
    })
    void ofATenthOfTheTargetAndTwoPercentOfACpu(double compilers, double cpu, double elapsed, boolean isTooMuch) {
        var time = CompilerTime.of(Optional.of(inside(Optional.of(compilers), cpu)), elapsed);
        assertThat(time.isTooMuch()).isEqualTo(isTooMuch);
    }

    @Test
    void aTargetThatIsNotLookedIntoIsQuiet() {
        assertThat(CompilerTime.of(Optional.empty(), 1).isTooMuch()).isFalse();
        assertThat(CompilerTime.of(Optional.of(inside(Optional.empty(), 1)), 1).isTooMuch())
                .isFalse();
    }
}
