package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PauseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double NANOS = 1e9;

    private static double[] sorted(Pause pause) {
        var random = new SplittableRandom(1);
        return LongStream.generate(() -> pause.nanos(random))
                .limit(100_000)
                .mapToDouble(nanos -> nanos / NANOS)
                .sorted()
                .toArray();
    }

    private static double mean(double... seconds) {
        return Arrays.stream(seconds).average().orElseThrow();
    }

    @Test
    void lengthsAreDistributedAsTheySay() {
        assertThat(sorted(new Pause.Fixed(SECOND))).containsOnly(1);

        var uniform = sorted(new Pause.Uniform(SECOND, Duration.ofSeconds(3)));
        assertThat(uniform[0]).isBetween(1.0, 1.001);
        assertThat(uniform[99_999]).isBetween(2.999, 3.0);
        assertThat(mean(uniform)).isCloseTo(2, within(0.01));

        var exponential = sorted(new Pause.Exponential(SECOND));
        assertThat(mean(exponential)).isCloseTo(1, within(0.02));
        assertThat(exponential[50_000]).isCloseTo(Math.log(2), within(0.02));
        assertThat(exponential[0]).isNotNegative();

        var logNormal = sorted(new Pause.LogNormal(SECOND, 0.5));
        assertThat(logNormal[50_000]).isCloseTo(1, within(0.02));
        assertThat(logNormal[84_134]).isCloseTo(Math.exp(0.5), within(0.03));
        assertThat(mean(logNormal)).isCloseTo(Math.exp(0.125), within(0.02));
    }

    @Test
    void noneIsLongerThanADay() {
        assertThat(sorted(new Pause.LogNormal(Duration.ofHours(20), 5))[99_999]).isEqualTo(86_400);
    }

    @Test
    void anEmptyRangeIsItsOneLength() {
        assertThat(sorted(new Pause.Uniform(SECOND, SECOND))).containsOnly(1);
        assertThat(sorted(new Pause.Exponential(Duration.ZERO))).containsOnly(0);
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                new Refusal("length: must be between 0 and a day, got PT-1S", () -> new Pause.Fixed(SECOND.negated())),
                new Refusal(
                        "to: must not be shorter than from, got PT1S to PT0S",
                        () -> new Pause.Uniform(SECOND, Duration.ZERO)),
                new Refusal(
                        "mean: must be between 0 and a day, got PT25H",
                        () -> new Pause.Exponential(Duration.ofHours(25))),
                new Refusal("sigma: must be 0 or more, got -1.0", () -> new Pause.LogNormal(SECOND, -1)),
                new Refusal("sigma: must be 0 or more, got NaN", () -> new Pause.LogNormal(SECOND, Double.NaN)));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aPauseThatIsNotPossibleIsRefused(Refusal refusal) {
        refusal.assertRefused();
    }
}
