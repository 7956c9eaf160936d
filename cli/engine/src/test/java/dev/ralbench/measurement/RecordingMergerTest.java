package dev.ralbench.measurement;

import static dev.ralbench.measurement.RecordedLoad.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.UserState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What becomes of the records of several loops. */
class RecordingMergerTest {
    private static final LoadShape LEVEL = new LoadShape.ConstantUsers(10, Duration.ofSeconds(10));

    private final RecordedLoad load = new RecordedLoad(2);

    private static WindowMeasurement only(Measurement measurement) {
        assertThat(measurement.windows()).hasSize(1);
        return measurement.windows().getFirst();
    }

    @Test
    void aWindowLastsFromTheFirstLoopsBeginningToTheLastOnesEnd() {
        load.loop(0).windowBegan(0, false, 3_000 * MILLI);
        load.loop(1).windowBegan(0, false, 3_200 * MILLI);
        load.loop(1).loadEnded(12_000 * MILLI);
        var window = only(load.ends(13_500, LEVEL));

        assertThat(window.span().startSeconds()).isZero();
        assertThat(window.lengthSeconds()).isEqualTo(10.5);
    }

    @Test
    void requestsOfAllLoopsAddUp() {
        load.begins(0, 0);
        load.request(0, 0, Outcome.OK, 0, 100, "");
        load.request(1, 0, Outcome.OK, 0, 300, "");
        load.request(1, 0, Outcome.TIMEOUT, 0, 10_000, "timeout");
        var requests = only(load.ends(10_000, LEVEL)).requests();

        assertThat(requests.count(Outcome.OK)).isEqualTo(2);
        assertThat(requests.count(Outcome.TIMEOUT)).isOne();
        assertThat(requests.completions()).isEqualTo(new WindowRequests.Completions(2, 3));
        assertThat(requests.successful().meanMillis().orElseThrow()).isEqualTo(200, within(0.5));
        assertThat(requests.all().count()).isEqualTo(3);
    }

    @Test
    void connectionsOfAllLoopsAddUp() {
        load.begins(0, 0);
        load.loop(0).connected(0, MILLI);
        load.loop(1).connected(0, MILLI);

        assertThat(only(load.ends(10_000, LEVEL)).requests().connecting().count())
                .isEqualTo(2);
    }

    @Test
    void userSecondsOfAllLoopsAddUp() {
        load.begins(0, 0);
        load.loop(0).spent(0, UserState.WAITING, 4_000 * MILLI);
        load.loop(1).spent(0, UserState.WAITING, 5_000 * MILLI);
        load.loop(1).spent(0, UserState.THINKING, 1_000 * MILLI);

        assertThat(only(load.ends(10_000, LEVEL)).ledger()).isEqualTo(new Ledger(0, 9, 1, 0, 0));
    }

    /** Half a second each of connecting, less what the refused connection took. */
    @Test
    void failedConnectionsOfAllLoopsAreLeftOutOfSetUp() {
        load.begins(0, 0);
        for (int loop = 0; loop < 2; loop++) {
            load.request(loop, 0, Outcome.CONNECT_FAILED, 0, 400, "refused");
            load.loop(loop).spent(0, UserState.CONNECTING, 500 * MILLI);
        }
        var little = only(load.ends(10_000, LEVEL)).little().orElseThrow();

        assertThat(little.cycleMillis()).isEqualTo(500, within(0.5));
    }

    @Test
    void failuresThatAreWordedTheSameAddUp() {
        load.begins(0, 0);
        load.request(0, 0, Outcome.RESET, 0, 100, "reset");
        load.request(1, 0, Outcome.RESET, 0, 100, "reset");
        load.request(1, 0, Outcome.UNEXPECTED_STATUS, 0, 100, "status 503");

        assertThat(load.ends(10_000, LEVEL).failureDetails()).isEqualTo(Map.of("reset", 2L, "status 503", 1L));
    }

    @Test
    void aLoopThatBeganNoWindowTakesNoPart() {
        load.loop(0).windowBegan(0, false, 3_000 * MILLI);
        load.request(0, 0, Outcome.OK, 3_000, 5_500, "");
        var window = only(load.ends(5_500, LEVEL));

        assertThat(window.lengthSeconds()).isEqualTo(2.5);
        assertThat(window.requests().longestStallSeconds()).isEqualTo(2.5);
    }

    @Test
    void aWindowThatOneLoopDidNotReachIsThatOfTheOther() {
        load.begins(0, 0);
        load.loop(1).windowBegan(1, false, 6_000 * MILLI);
        load.request(1, 1, Outcome.OK, 6_100, 6_200, "");
        var last = load.ends(10_000, 2).windows().getLast();

        assertThat(last.span().startSeconds()).isEqualTo(6);
        assertThat(last.requests().count(Outcome.OK)).isOne();
    }

    @Test
    void windowsThatTheLoadDidNotReachAreNotListed() {
        load.begins(0, 0);

        assertThat(load.ends(5_000, 3).windows()).hasSize(1);
    }

    @Test
    void aLoadThatEndedBeforeItBeganHasNoWindows() {
        var measurement = load.ends(0, LEVEL);

        assertThat(measurement.windows()).isEmpty();
        assertThat(measurement.wholeRun().lengthSeconds()).isZero();
        assertThat(measurement.series().slots()).isEmpty();
    }

    @Test
    void aLevelWithoutRequestsHasNoLaw() {
        load.begins(0, 0);

        assertThat(only(load.ends(10_000, LEVEL)).little()).isEmpty();
    }

    @Test
    void warmUpIsNoPartOfTheWholeRun() {
        load.begins(0, 0);
        load.request(0, 0, Outcome.OK, 0, 900, "");
        load.begins(1, 5_000);
        load.request(0, 1, Outcome.OK, 5_000, 5_100, "");
        var shape = new LoadShape.WarmedUp(LEVEL, OptionalInt.of(10), 1);
        var measurement = load.ends(8_000, shape);

        assertThat(measurement.windows())
                .extracting(WindowMeasurement::kind)
                .containsExactly(WindowKind.WARM_UP, WindowKind.LEVEL);
        assertThat(measurement.wholeRun().span().startSeconds()).isEqualTo(5);
        assertThat(measurement.wholeRun().lengthSeconds()).isEqualTo(3);
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isOne();
    }

    @Test
    void thePeakOfTheWholeRunIsNotThatOfItsWarmUp() {
        load.begins(0, 0);
        for (int i = 0; i < 9; i++) {
            load.request(0, 0, Outcome.OK, 500, 1_100, "");
        }
        load.begins(1, 5_000);
        load.request(0, 1, Outcome.OK, 5_000, 6_000, "");
        var whole = load.ends(8_000, new LoadShape.WarmedUp(LEVEL, OptionalInt.of(10), 1))
                .wholeRun();

        assertThat(whole.requests().peakPerSecond()).hasValue(1);
    }

    @Test
    void arrivalsOfAllLoopsAddUp() {
        for (int loop = 0; loop < 2; loop++) {
            var recorder = load.loop(loop);
            recorder.windowBegan(0, true, 0);
            recorder.arrived(0, 0, 2 * MILLI);
            recorder.arrived(0, 100 * MILLI, 2 * MILLI);
            recorder.sent();
            recorder.served(0, (loop + 1L) * 30 * MILLI);
            recorder.phaseEnded(0, 1 + loop, 4 + loop);
        }
        var shape = new LoadShape.Open(new RateShape.Constant(8, Duration.ofSeconds(10)), Arrivals.even(), 10);
        var open = only(load.ends(10_000, shape)).open().orElseThrow();

        assertThat(open.plannedArrivals()).isEqualTo(80);
        assertThat(open.arrivals()).isEqualTo(4);
        assertThat(open.sent()).isEqualTo(2);
        assertThat(open.waitingAtEnd()).isEqualTo(3);
        assertThat(open.outstandingAtEnd()).isEqualTo(9);
        assertThat(open.service().meanMillis().orElseThrow()).isEqualTo(45, within(0.1));
        assertThat(open.late().count()).isEqualTo(4);
    }

    @Test
    void whatIsSentInARestIsOfNoWindow() {
        load.loop(0).windowBegan(0, true, 0);
        load.loop(0).sent();
        load.loop(0).windowEnded(5_000 * MILLI);
        load.loop(0).sent();
        var shape = new LoadShape.Open(new RateShape.Constant(8, Duration.ofSeconds(10)), Arrivals.even(), 10);

        assertThat(only(load.ends(10_000, shape)).open().orElseThrow().sent()).isOne();
    }

    @Test
    void aRampInARateIsNoLevel() {
        load.loop(0).windowBegan(0, true, 0);
        var shape = new LoadShape.Open(new RateShape.Ramp(10, 50, Duration.ofSeconds(10)), Arrivals.even(), 7);
        var window = only(load.ends(10_000, shape));

        assertThat(window.kind()).isEqualTo(WindowKind.RAMP);
        assertThat(window.open().orElseThrow().rateFrom()).isEqualTo(10);
        assertThat(window.open().orElseThrow().rateTo()).isEqualTo(50);
        assertThat(window.usersTo()).isEqualTo(7);
    }

    @Test
    void aRampHasTheUsersOfBothItsEnds() {
        load.begins(0, 0);
        var window = only(load.ends(10_000, new LoadShape.Ramp(3, 8, Duration.ofSeconds(10))));

        assertThat(window.span().usersFrom()).isEqualTo(3);
        assertThat(window.usersTo()).isEqualTo(8);
    }

    /** Its last requests end with it, also those that a timed window would not count. */
    @Test
    void aCountedWindowCountsTheRequestsThatStartedInIt() {
        load.begins(0, 0);
        load.request(0, 0, Outcome.OK, 0, 100, "");
        load.request(1, 0, Outcome.RESET, 0, 100, "reset");
        load.rests(200);
        load.request(0, 0, Outcome.OK, 100, 300, "");
        var window = only(load.ends(300, new LoadShape.TotalRequests(2, 3, Optional.empty())));

        assertThat(window.requests().completions()).isEqualTo(new WindowRequests.Completions(2, 3));
    }

    @Test
    void theTimeBetweenTurnsIsNoStallOfTheWholeRun() {
        var turns = new LoadShape.Turns(List.of(10), 2, Duration.ofSeconds(1), Duration.ofMillis(200));
        load.begins(0, 0);
        load.request(0, 0, Outcome.OK, 0, 100, "");
        load.rests(100);
        turn(1, 5_000);
        load.rests(6_300);
        turn(3, 10_000);
        var measurement = load.ends(11_300, turns);

        assertThat(measurement.windows().getLast().kind()).isEqualTo(WindowKind.TURN);
        assertThat(measurement.wholeRun().requests().longestStallSeconds()).isEqualTo(0.6, within(1e-9));
    }

    /** A lead-in of 300 ms, and a request of 400 ms and one of 600. */
    private void turn(int leadIn, long beginMillis) {
        load.begins(leadIn, beginMillis);
        load.begins(leadIn + 1, beginMillis + 300);
        load.request(0, leadIn + 1, Outcome.OK, beginMillis + 300, beginMillis + 700, "");
        load.request(0, leadIn + 1, Outcome.OK, beginMillis + 700, beginMillis + 1_300, "");
    }
}
