package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LittlesLawTest {
    private static final Ledger ALL_WAITING = new Ledger(0, 2_000, 0, 0, 0);

    @Test
    void hundredUsersOfTwoHundredMillisGiveFiveHundredPerSecond() {
        var check = LittlesLaw.check(100, 20, 10_000, 200, 0, 0, ALL_WAITING);
        assertThat(check.deviation()).isEqualTo(0, within(1e-9));
        assertThat(check.tolerance()).isEqualTo(0.03, within(1e-9));
        assertThat(check.inFlight()).isEqualTo(100);
        assertThat(check.holds()).isTrue();
    }

    @Test
    void thinkTimeAndConnectionSetUpArePartOfTheCycle() {
        assertThat(LittlesLaw.check(100, 20, 4_000, 200, 250, 50, ALL_WAITING).deviation())
                .isEqualTo(0, within(1e-9));
    }

    @Test
    void lostResponsesBreakIt() {
        var check = LittlesLaw.check(100, 20, 9_000, 200, 0, 0, ALL_WAITING);
        assertThat(check.holds()).isFalse();
        assertThat(check.cause()).contains("never ended");
    }

    @Test
    void idleUsersAreNamedAsTheCause() {
        var check = LittlesLaw.check(100, 20, 8_000, 200, 0, 0, new Ledger(0, 1_600, 0, 400, 0));
        assertThat(check.cause()).contains("idle users");
    }

    @Test
    void aRampInsideTheWindowIsNamedAsTheCause() {
        var check = LittlesLaw.check(100, 20, 8_000, 200, 0, 0, new Ledger(0, 1_600, 0, 0, 0));
        assertThat(check.cause()).contains("ramp inside the window");
    }

    @Test
    void aDeviationJustWithinTheToleranceHolds() {
        assertThat(new LittleCheck(100, 100, 500, 200, -0.03, 0.03, "").holds()).isTrue();
    }

    @Test
    void responsesFromBeforeTheWindowBreakItUpwards() {
        var check = LittlesLaw.check(100, 20, 11_000, 200, 0, 0, ALL_WAITING);

        assertThat(check.holds()).isFalse();
        assertThat(check.cause()).contains("from before the window");
    }

    @Test
    void aLawThatHoldsNeedsNoCause() {
        assertThat(LittlesLaw.check(100, 20, 10_000, 200, 0, 0, ALL_WAITING).cause())
                .isEmpty();
    }

    /** A hundredth of all user-seconds is no more than what ends at the edges. */
    @Test
    void aFewIdleUsersAreNotTheCause() {
        var check = LittlesLaw.check(100, 20, 8_000, 200, 0, 0, new Ledger(0, 1_980, 0, 20, 0));

        assertThat(check.cause()).contains("never ended");
    }
}
