package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompilerTimeTest {
    private static InsideView inside(Optional<Double> compilerSeconds, double cpuSeconds) {
        return inside(compilerSeconds, Optional.empty(), cpuSeconds);
    }

    private static InsideView inside(
            Optional<Double> compilerSeconds, Optional<Double> compilerWaitSeconds, double cpuSeconds) {
        return new InsideView(
                "proc",
                cpuSeconds,
                1,
                1,
                Map.of(),
                0,
                0,
                compilerSeconds,
                compilerWaitSeconds,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0.22, 3.79, true", // 256 users without a warm-up on two CPUs
        "0.1, 0.54, false", // the same warm
        "1.2, 0.7, false", // busy, and they have a CPU
        "0.1, 0.81, true",
        "0.1, 0.79, false",
    })
    void compilersAreStarvedIfTheyWaitForAFifthOfTheTime(double seconds, double waited, boolean isStarved) {
        var inside = inside(Optional.of(seconds), Optional.of(waited), 3);
        assertThat(CompilerTime.of(Optional.of(inside), 4).isStarved()).isEqualTo(isStarved);
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

    @ParameterizedTest
    @CsvSource({
        "0.031, 0, 1, 1, false", // 3.1 % of the target
        "0.030, 0, 1, 1, true",
        "0.04, 0, 0.05, 2, true", // most of an idle target, and 2 % of one CPU
        "0.05, 0, 0.05, 2, false",
        "0.02, 0.21, 1, 1, false", // it waits for a CPU with what is left to compile
        "0.02, 0.20, 1, 1, true",
        "0, 0, 0, 1, true",
    })
    void aWarmUpMayEndWhereFiguresChangeByThreePercent(
            double compilers, double waited, double cpu, double elapsed, boolean isAtRest) {
        var inside = inside(Optional.of(compilers), Optional.of(waited), cpu);
        assertThat(CompilerTime.of(Optional.of(inside), elapsed).isAtRest()).isEqualTo(isAtRest);
    }

    @Test
    void aTargetThatIsNotLookedIntoIsQuiet() {
        assertThat(CompilerTime.NONE.isAtRest()).isTrue();
        assertThat(CompilerTime.of(Optional.empty(), 1).isTooMuch()).isFalse();
        assertThat(CompilerTime.of(Optional.of(inside(Optional.empty(), 1)), 1).isTooMuch())
                .isFalse();
    }
}
