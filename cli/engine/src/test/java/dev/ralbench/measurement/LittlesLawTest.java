package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.UserState;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LittlesLawTest {
    private static final Ledger ALL_WAITING = new Ledger(0, 2_000, 0, 0, 0);

    /** A hundred users for 20 s, responses of 200 ms: 10 000 of them are all that can be. */
    private static LittleCheck check(double secondsWithin, Ledger ledger) {
        return LittlesLaw.check(100, 20, new LittlesLaw.Responses(10_000, 10_000, 200, secondsWithin), 0, 0, ledger);
    }

    @Test
    void hundredUsersOfTwoHundredMillisGiveFiveHundredPerSecond() {
        var check = check(2_000, ALL_WAITING);
        assertThat(check.deviation()).isEqualTo(0, within(1e-9));
        assertThat(check.tolerance()).isEqualTo(0.02, within(1e-9));
        assertThat(check.inFlight()).isEqualTo(100);
        assertThat(check.completionsPerSecond()).isEqualTo(500);
        assertThat(check.cycleMillis()).isEqualTo(200);
        assertThat(check.holds()).isTrue();
    }

    @Test
    void thinkTimeAndConnectionSetUpArePartOfTheCycle() {
        var responses = new LittlesLaw.Responses(4_000, 4_000, 200, 800);
        var check = LittlesLaw.check(100, 20, responses, 250, 200, ALL_WAITING);
        assertThat(check.deviation()).isEqualTo(0, within(1e-9));
        assertThat(check.cycleMillis()).isEqualTo(500, within(1e-9));
        assertThat(check.tolerance()).as("users that think at an edge").isEqualTo(0.0325, within(1e-9));
    }

    @Test
    void lostResponsesBreakIt() {
        var check = check(1_800, ALL_WAITING);
        assertThat(check.holds()).isFalse();
        assertThat(check.cause()).contains("never ended");
    }

    @Test
    void idleUsersAreNamedAsTheCause() {
        assertThat(check(1_600, new Ledger(0, 1_600, 0, 400, 0)).cause()).contains("idle users");
    }

    @Test
    void aRampInsideTheWindowIsNamedAsTheCause() {
        assertThat(check(1_600, new Ledger(0, 1_600, 0, 0, 0)).cause()).contains("ramp inside the window");
    }

    @Test
    void aDeviationJustWithinTheToleranceHolds() {
        assertThat(new LittleCheck(100, 100, 500, 200, -0.03, 0.03, "").holds()).isTrue();
    }

    @Test
    void responsesFromBeforeTheWindowBreakItUpwards() {
        var check = check(2_200, ALL_WAITING);

        assertThat(check.holds()).isFalse();
        assertThat(check.cause()).contains("from before the window");
    }

    /** Users that were let go and still wait are none of the hundred. */
    @Test
    void usersThatLeaveDoNotCount() {
        var check = check(2_200, new Ledger(0, 2_000, 0, 0, 200));

        assertThat(check.deviation()).isEqualTo(0, within(1e-9));
    }

    @Test
    void aLawThatHoldsNeedsNoCause() {
        assertThat(check(2_000, ALL_WAITING).cause()).isEmpty();
    }

    /** A hundredth of all user-seconds is too little. */
    @Test
    void aFewIdleUsersAreNotTheCause() {
        assertThat(check(1_600, new Ledger(0, 1_980, 0, 20, 0)).cause()).contains("never ended");
    }

    /** 1, 4 and 16 users; windows of 10, 50 and 200 mean response times. */
    @ParameterizedTest
    @EnumSource
    void noCorrectWindowIsSuspect(CorrectWindows.Times times) {
        var checks = new ArrayList<LittleCheck>();
        for (int users : new int[] {1, 4, 16}) {
            for (int length : new int[] {10, 50, 200}) {
                checks.addAll(CorrectWindows.checks(users, length, times, 15, 31L * users + length));
            }
        }
        assertThat(checks)
                .hasSizeGreaterThan(120)
                .filteredOn(check -> !check.holds())
                .isEmpty();
    }

    /** One of 20 users hangs from the start of the level on, to the end of the load or beyond. */
    @Test
    void aRequestThatNeverEndsIsFound() {
        var load = new RecordedLoad(1);
        load.begins(0, 0);
        load.begins(1, 10_000);
        for (int at = 0; at < 20_000; at += 100) {
            for (int user = 0; user < 19; user++) {
                load.request(at / 10_000, Outcome.OK, at, at + 100L);
            }
            if (at < 10_000) {
                load.request(0, Outcome.OK, at, at + 100L);
            }
        }
        load.request(1, Outcome.DROPPED_AT_STOP, 10_000, 20_000);
        load.loop(0).spent(1, UserState.WAITING, 200_000 * RecordedLoad.MILLI);

        var level = new LoadShape.ConstantUsers(20, Duration.ofSeconds(10));
        var windows = load.ends(20_000, new LoadShape.Repeated(level, 2)).windows();
        assertThat(windows.getFirst().little().orElseThrow().deviation()).isEqualTo(0, within(0.002));
        var broken = windows.getLast().little().orElseThrow();
        assertThat(broken.holds()).isFalse();
        assertThat(broken.deviation()).isEqualTo(-0.05, within(0.002));
        assertThat(broken.cause()).contains("never ended");
    }

    /** Responses of 100 ms, after each of which a generator that has too much to do takes 5 ms to send again. */
    @Test
    void aGeneratorThatSendsLateIsFound() {
        var load = new RecordedLoad(1);
        load.begins(0, 0);
        for (int at = 0; at + 105 <= 21_000; at += 105) {
            for (int user = 0; user < 10; user++) {
                load.request(0, Outcome.OK, at, at + 100L);
            }
        }
        var late = load.ends(21_000, 1).windows().getFirst().little().orElseThrow();
        assertThat(late.holds()).isFalse();
        assertThat(late.deviation()).isEqualTo(100 / 105.0 - 1, within(0.002));
    }

    /** Half of a second of each response lies in the next window, and one outlasts it whole. */
    @Test
    void responsesAreCutAtTheEdges() {
        var load = new RecordedLoad(2);
        load.begins(0, 0);
        load.begins(1, 10_000);
        load.begins(2, 11_000);
        load.loop(0).requestEnded(0, 0, Outcome.OK, 0, 10_500 * RecordedLoad.MILLI, "");
        load.loop(1).requestEnded(0, 0, Outcome.OK, 0, 12_000 * RecordedLoad.MILLI, "");
        load.loop(0).requestEnded(1, 0, Outcome.OK, 10_500 * RecordedLoad.MILLI, 11_500 * RecordedLoad.MILLI, "");
        load.loop(0).requestEnded(2, 0, Outcome.OK, 11_500 * RecordedLoad.MILLI, 12_000 * RecordedLoad.MILLI, "");
        load.loop(1).requestEnded(2, 0, Outcome.OK, 12_000 * RecordedLoad.MILLI, 13_000 * RecordedLoad.MILLI, "");
        load.loop(0).requestEnded(2, 0, Outcome.OK, 12_000 * RecordedLoad.MILLI, 13_000 * RecordedLoad.MILLI, "");

        var level = new LoadShape.ConstantUsers(2, Duration.ofSeconds(10));
        var windows = load.ends(13_000, new LoadShape.Repeated(level, 3)).windows();
        assertThat(windows)
                .allSatisfy(window ->
                        assertThat(window.little().orElseThrow().deviation()).isEqualTo(0, within(0.002)));
    }
}
