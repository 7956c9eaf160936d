package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicksTest {
    private static final long MILLI = 1_000_000;

    private final Ticks ticks = new Ticks();

    private void serve(int events, long distanceNanos) {
        for (int i = 1; i <= events; i++) {
            ticks.served(i * distanceNanos);
        }
    }

    @Test
    void whatIsDueAloneIsServedWhenItIsDue() {
        assertThat(ticks.next(5 * MILLI, MILLI)).isEqualTo(5 * MILLI);
    }

    @Test
    void timersAreAtLeastAShortWhileApart() {
        assertThat(ticks.next(MILLI + 1, MILLI)).isEqualTo(MILLI + Ticks.DISTANCE_NANOS);
    }

    @Test
    void whatIsDueInCloseSuccessionWaitsForTheNext() {
        serve(100, 100_000);

        assertThat(ticks.next(20 * MILLI, MILLI)).isEqualTo(20 * MILLI + Ticks.LATEST_NANOS);
    }

    @Test
    void aLongPauseEndsACloseSuccession() {
        serve(100, 100_000);
        ticks.served(1_000 * MILLI);

        assertThat(ticks.next(1_001 * MILLI, MILLI)).isEqualTo(1_001 * MILLI);
    }
}
