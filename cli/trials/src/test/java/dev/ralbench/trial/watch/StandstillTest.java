package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final Duration PERIOD = Duration.ofMillis(50);

    private final FakeClock clock = new FakeClock();
    private final Standstill standstill = new Standstill(clock);

    private void lookAfter(Duration time) {
        clock.advance(time);
        standstill.look(0);
    }

    @Test
    void looksInTimeAreNoStandstill() {
        for (int i = 0; i < 100; i++) {
            lookAfter(PERIOD);
        }
        assertThat(standstill.nextWindow()).isEqualTo(new Standstill.StandstillReading(0, 0, 0));
    }

    @Test
    void theLongestGapIsOfTheWindowInWhichItEnded() {
        lookAfter(PERIOD);
        lookAfter(PERIOD.plusMillis(300));
        lookAfter(PERIOD.plusMillis(100));

        assertThat(standstill.nextWindow().millis()).isEqualTo(300);
        assertThat(standstill.nextWindow().millis()).isZero();
    }

    @Test
    void whatTheLookingThreadWaitedForACpuIsOfTheLongestGap() {
        standstill.look(50_000_000);
        clock.advance(PERIOD.plusMillis(300));
        standstill.look(290_000_000);
        clock.advance(PERIOD.plusMillis(100));
        standstill.look(380_000_000);

        assertThat(standstill.nextWindow()).isEqualTo(new Standstill.StandstillReading(300, 240, 0));
    }

    /** Both threads wake up from it at once, and whoever asks may be first. */
    @Test
    void aStandstillThatHasNotBeenLookedAtYetCounts() {
        clock.advance(Duration.ofSeconds(1));
        assertThat(standstill.nextWindow().millis()).isEqualTo(950);
    }

    @Test
    void stepsOfTheWallClockHaveTheirSign() {
        lookAfter(PERIOD);
        clock.step(Duration.ofMillis(70));
        lookAfter(PERIOD);
        clock.step(Duration.ofSeconds(-2));
        lookAfter(PERIOD);

        assertThat(standstill.nextWindow().stepMillis()).isCloseTo(-2000, within(1e-6));
        assertThat(standstill.nextWindow().stepMillis()).isZero();
    }

    @Test
    void aClockThatIsPulledIntoPlaceSlowlyIsNotSet() {
        for (int i = 0; i < 100; i++) {
            clock.step(Duration.ofMillis(1));
            lookAfter(PERIOD);
        }
        assertThat(standstill.nextWindow().stepMillis()).isZero();
    }
}
