package dev.ralbench.measurement;

import static dev.ralbench.measurement.RecordedLoad.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.UserState;
import dev.ralbench.measurement.WindowRequests.Completions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of the events of one loop. */
class LatencyRecorderTest {
    private final RecordedLoad load = new RecordedLoad(1);

    private WindowMeasurement only(long endMillis) {
        return load.ends(endMillis, 1).windows().getFirst();
    }

    @Test
    void aFailedRequestHasATimeButNoneOfTheSuccessful() {
        load.begins(0, 0);
        load.request(0, Outcome.OK, 0, 100);
        load.request(0, Outcome.RESET, 100, 400);
        var requests = only(10_000).requests();

        assertThat(requests.successful().count()).isOne();
        assertThat(requests.all().count()).isEqualTo(2);
        assertThat(requests.all().maxMillis().orElseThrow()).isEqualTo(300, within(0.5));
    }

    @Test
    void aFailedRequestEndedButIsNoGoodput() {
        load.begins(0, 0);
        load.request(0, Outcome.OK, 0, 100);
        load.request(0, Outcome.RESET, 100, 400);

        assertThat(only(10_000).requests().completions()).isEqualTo(new Completions(1, 2));
    }

    @Test
    void aRequestThatThePlannedStopDroppedIsAnOutcomeAndNothingElse() {
        load.begins(0, 0);
        load.request(0, Outcome.DROPPED_AT_STOP, 9_000, 10_000);
        var measurement = load.ends(10_000, 1);
        var requests = measurement.windows().getFirst().requests();

        assertThat(requests.count(Outcome.DROPPED_AT_STOP)).isOne();
        assertThat(requests.completions()).isEqualTo(new Completions(0, 0));
        assertThat(requests.all().count()).isZero();
        assertThat(measurement.failureDetails()).isEmpty();
    }

    @Test
    void aRequestHasItsTimeWhereItStartedAndItsCompletionWhereItEnded() {
        load.begins(0, 0);
        load.begins(1, 5_000);
        load.request(0, Outcome.OK, 4_900, 5_100);
        var windows = load.ends(10_000, 2).windows();

        assertThat(windows)
                .extracting(window -> window.requests().count(Outcome.OK))
                .containsExactly(1L, 0L);
        assertThat(windows)
                .extracting(window -> window.requests().completions().ended())
                .containsExactly(0L, 1L);
    }

    @Test
    void whatEndsInARestIsNoCompletionOfAnyWindow() {
        load.begins(0, 0);
        load.rests(5_000);
        load.request(0, Outcome.OK, 4_900, 5_100);
        load.begins(1, 6_000);
        var windows = load.ends(10_000, 2).windows();

        assertThat(windows)
                .extracting(window -> window.requests().completions().ended())
                .containsExactly(0L, 0L);
        assertThat(windows.getFirst().requests().successful().count()).isOne();
    }

    @Test
    void leftoversOfUsersAreNoGoodputOfArrivals() {
        load.begins(0, 0);
        load.loop(0).windowBegan(1, true, 5_000 * MILLI);
        load.request(0, Outcome.OK, 4_900, 5_100);
        load.request(1, Outcome.OK, 5_200, 5_300);
        var users = new LoadShape.ConstantUsers(10, Duration.ofSeconds(5));
        var arrivals = new LoadShape.Open(new RateShape.Constant(1, Duration.ofSeconds(5)), Arrivals.even(), 10);
        var windows = load.ends(10_000, new LoadShape.Sequence(List.of(users, arrivals)))
                .windows();

        assertThat(windows.getLast().requests().completions()).isEqualTo(new Completions(1, 1));
    }

    @Test
    void aRestIsNoPartOfAWindow() {
        load.begins(0, 0);
        load.rests(5_000);
        load.begins(1, 8_000);
        var measurement = load.ends(10_000, 2);

        assertThat(measurement.windows())
                .extracting(WindowMeasurement::lengthSeconds)
                .containsExactly(5.0, 2.0);
        assertThat(measurement.wholeRun().lengthSeconds()).isEqualTo(7);
    }

    @Test
    void anEndInARestIsNotTheWindowsEnd() {
        load.begins(0, 0);
        load.rests(5_000);

        assertThat(only(9_000).lengthSeconds()).isEqualTo(5);
    }

    @Test
    void aRestIsNoStall() {
        load.begins(0, 0);
        load.request(0, Outcome.OK, 0, 5_000);
        load.rests(5_000);
        load.begins(1, 8_000);
        load.request(1, Outcome.OK, 8_000, 8_100);
        var second = load.ends(8_100, 2).windows().getLast();

        assertThat(second.requests().longestStallSeconds()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void theSeriesLastsUntilTheEndThoughNothingHappens() {
        load.begins(0, 0);
        load.request(0, Outcome.OK, 0, 100);

        assertThat(load.ends(10_000, 1).series().slots()).hasSize(40);
    }

    @Test
    void requestsInFlightAreThoseThatStartedAndHaveNotEnded() {
        load.begins(0, 0);
        load.loop(0).activeUsers(3);
        load.loop(0).requestStarted(0, 0);
        load.loop(0).requestStarted(0, 10 * MILLI);
        load.request(0, Outcome.RESET, 300, 400);
        var slots = load.ends(500, 1).series().slots();

        assertThat(slots).extracting(Series.Slot::inFlight).containsExactly(2, 2);
        assertThat(slots).extracting(Series.Slot::users).containsExactly(3, 3);
        assertThat(slots).extracting(Series.Slot::failures).containsExactly(0L, 1L);
    }

    @Test
    void connectionSetUpHasTimesOfItsOwn() {
        load.begins(0, 0);
        load.loop(0).connected(0, 3 * MILLI);
        var connecting = only(10_000).requests().connecting();

        assertThat(connecting.count()).isOne();
        assertThat(connecting.maxMillis().orElseThrow()).isEqualTo(3, within(0.01));
    }

    @Test
    void aTimeBelowAMicrosecondIsOne() {
        load.begins(0, 0);
        load.loop(0).connected(0, 300);

        assertThat(only(10_000).requests().connecting().minMillis()).hasValue(0.001);
    }

    @Test
    void everyUserSecondIsInTheLedger() {
        load.begins(0, 0);
        var states = UserState.values();
        for (int i = 0; i < states.length; i++) {
            load.loop(0).spent(0, states[i], (i + 1) * 1_000L * MILLI);
        }

        assertThat(only(10_000).ledger()).isEqualTo(new Ledger(1, 2, 3, 4, 5));
    }

    /** They are response times already: counted twice, a refusing target would break Little's law. */
    @Test
    void timeOfConnectionsThatFailedIsNoSetUpInLittlesLaw() {
        load.begins(0, 0);
        load.request(0, Outcome.CONNECT_FAILED, 0, 400);
        load.request(0, Outcome.OK, 500, 700);
        load.loop(0).spent(0, UserState.CONNECTING, 500 * MILLI);
        var little = only(10_000).little().orElseThrow();

        assertThat(little.cycleMillis()).as("(400 + 200) / 2 and 100 / 2").isEqualTo(350, within(0.5));
    }

    @Test
    void ofWhatFailsInTooManyWaysTheRestIsCountedTogether() {
        load.begins(0, 0);
        for (int i = 0; i < 53; i++) {
            load.request(0, 0, Outcome.RESET, 0, 100, "failure " + i);
        }
        load.request(0, 0, Outcome.RESET, 0, 100, "failure 7");

        assertThat(load.ends(10_000, 1).failureDetails())
                .hasSize(51)
                .containsEntry("failure 7", 2L)
                .containsEntry("failure 49", 1L)
                .containsEntry(LatencyRecorder.OTHER_DETAILS, 3L);
    }

    @Test
    void surplusBytesAreNotedAndFailNoRequest() {
        load.begins(0, 0);
        load.loop(0).surplus();
        load.loop(0).surplus();
        var measurement = load.ends(10_000, 1);

        assertThat(measurement.failureDetails()).isEqualTo(Map.of(Measurement.SURPLUS, 2L));
        assertThat(measurement.wholeRun().requests().failed()).isZero();
    }
}
