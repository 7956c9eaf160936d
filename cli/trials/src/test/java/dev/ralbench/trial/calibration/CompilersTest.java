package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class CompilersTest {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private final FakeClock clock = new FakeClock();
    private int looks;

    @Test
    void theyRestWhenNothingHasEndedForAWhile() {
        awaitRest(look -> 100);

        assertThat(waited()).isBetween(Compilers.QUIET, Compilers.QUIET.plus(BETWEEN_LOOKS));
    }

    @Test
    void workBeginsTheWhileAnew() {
        awaitRest(look -> look < 5 ? 100 + look : 200);

        assertThat(waited())
                .isGreaterThanOrEqualTo(BETWEEN_LOOKS.multipliedBy(5).plus(Compilers.QUIET));
    }

    @Test
    void isNotWaitedForForEver() {
        awaitRest(look -> look);

        assertThat(waited()).isBetween(Compilers.LONGEST_WAIT, Compilers.LONGEST_WAIT.plus(BETWEEN_LOOKS));
    }

    @Test
    void thoseOfThisProcessHaveDoneSomething() {
        assertThat(Compilers.ofThisProcess(clock).done()).isPositive();
    }

    /** @param millis compiled so far, by the number of looks */
    private void awaitRest(IntUnaryOperator millis) {
        new Compilers(
                        () -> {
                            clock.advance(BETWEEN_LOOKS);
                            return Duration.ofMillis(millis.applyAsInt(looks++));
                        },
                        clock)
                .awaitRest();
    }

    private Duration waited() {
        return Duration.ofNanos(clock.nanoTime()).minus(BETWEEN_LOOKS); // the first look is the beginning
    }
}
