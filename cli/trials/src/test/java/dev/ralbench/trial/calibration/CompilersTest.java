package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class CompilersTest {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(3);

    private final FakeClock clock = new FakeClock();
    private int looks;

    @Test
    void theyRestWhenNoneHasAnythingToDoForAWhile() {
        awaitRest(look -> new Compilers.Look(Duration.ofMillis(100), true));

        assertThat(waited()).isBetween(Compilers.QUIET, Compilers.QUIET.plus(BETWEEN_LOOKS));
    }

    @Test
    void oneThatIsAtWorkBeginsTheWhileAnewThoughItHadNoCpu() {
        awaitRest(look -> new Compilers.Look(Duration.ofMillis(100), look >= 7));

        assertThat(waited())
                .isGreaterThanOrEqualTo(BETWEEN_LOOKS.multipliedBy(6).plus(Compilers.QUIET));
    }

    @Test
    void oneThatWorkedBetweenTwoLooksBeginsItAnewToo() {
        awaitRest(look -> new Compilers.Look(Duration.ofMillis(look < 5 ? 100 + look : 200), true));

        assertThat(waited())
                .isGreaterThanOrEqualTo(BETWEEN_LOOKS.multipliedBy(5).plus(Compilers.QUIET));
    }

    @Test
    void isNotWaitedForForEver() {
        awaitRest(look -> new Compilers.Look(Duration.ofMillis(look), false));

        assertThat(waited().plus(BETWEEN_LOOKS)) // here the first look counts
                .isBetween(Compilers.LONGEST_WAIT, Compilers.LONGEST_WAIT.plus(BETWEEN_LOOKS));
    }

    @Test
    void thoseOfThisProcessHaveDoneSomething() {
        assertThat(Compilers.ofThisProcess(clock).done()).isPositive();
    }

    /** @param look what is seen, by the number of looks before */
    private void awaitRest(IntFunction<Compilers.Look> look) {
        new Compilers(
                        () -> {
                            clock.advance(BETWEEN_LOOKS);
                            return look.apply(looks++);
                        },
                        Compilers.QUIET,
                        clock)
                .awaitRest();
    }

    private Duration waited() {
        return Duration.ofNanos(clock.nanoTime()).minus(BETWEEN_LOOKS); // the first look is the beginning
    }
}
