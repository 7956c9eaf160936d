package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static dev.ralbench.load.OpenLoads.assertEveryArrivalHasOneOutcome;
import static dev.ralbench.load.OpenLoads.open;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.WindowKind;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Open loads whose rate changes, and open and closed phases that follow each other, in virtual time. */
class OpenPhasesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aRampOffersTheIntegralOfItsRate() {
        var ramp = new LoadShape.Open(new RateShape.Ramp(0, 200, Duration.ofSeconds(20)), Arrivals.even(), 1000);
        var window = VirtualLoad.run(plan(ramp), 3, IN_10_MILLIS).windows().getFirst();

        assertThat(window.kind()).isEqualTo(WindowKind.RAMP);
        assertThat(open(window).plannedArrivals()).isEqualTo(2000, within(1e-6));
        assertThat(open(window).arrivals()).isEqualTo(2000);
    }

    @Test
    void aHardEndCutsARampInTheMiddle() {
        var ramp = new LoadShape.Open(new RateShape.Ramp(0, 200, Duration.ofSeconds(20)), Arrivals.even(), 1000);
        var window = VirtualLoad.run(plan(ramp, Optional.of(Duration.ofSeconds(10))), 2, IN_10_MILLIS)
                .windows()
                .getFirst();

        assertThat(open(window).arrivals()).isEqualTo(500);
        assertThat(open(window).rateTo()).isEqualTo(100, within(1e-9));
    }

    @Test
    void whatAPhaseLeavesBehindIsSentInTheNextAndStaysThePhases() {
        var shape = new LoadShape.Sequence(List.of(rate(100, 5, 2), rate(1, 10, 20)));
        var measurement = VirtualLoad.run(plan(shape), 1, start -> ScriptedResponse.ok(start + 100 * MILLI));
        var first = measurement.windows().getFirst();
        var second = measurement.windows().getLast();

        assertThat(open(first).waitingAtEnd()).isEqualTo(500 - 2 * 50);
        assertThat(first.requests().count(Outcome.OK))
                .as("all of its own, though later")
                .isEqualTo(500);
        assertThat(second.requests().count(Outcome.OK)).isEqualTo(10);
        assertThat(first.requests().completions().ended()
                        + second.requests().completions().ended())
                .isEqualTo(510);
        assertThat(open(first).sent() + open(second).sent()).isEqualTo(510);
    }

    @Test
    void fewerConnectionsInTheNextPhaseStillServeWhatWasLeft() {
        var shape = new LoadShape.Sequence(List.of(rate(200, 2, 6), rate(1, 60, 1)));
        var plan = LoadPlan.of(shape, Duration.ofMinutes(5));
        var measurement = VirtualLoad.run(plan, 3, start -> ScriptedResponse.ok(start + 100 * MILLI));

        assertThat(measurement.windows().getFirst().requests().count(Outcome.OK))
                .isEqualTo(400);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void closedAndOpenPhasesFollowEachOther(int loops) {
        var users = new LoadShape.ConstantUsers(10, Duration.ofSeconds(5));
        var run = new VirtualLoad(
                plan(new LoadShape.Sequence(List.of(users, rate(50, 5, 100), users))), loops, IN_10_MILLIS);
        var measurement = run.finish();
        var windows = measurement.windows();

        assertThat(run.windows).containsExactly(0, 1, 2);
        assertThat(windows.get(0).requests().count(Outcome.OK)).isCloseTo(10L * 500, within(10L));
        assertThat(windows.get(1).requests().count(Outcome.OK)).isEqualTo(250);
        assertThat(windows.get(1).ledger().offeredSeconds()).isZero();
        assertThat(windows.get(1).little()).isEmpty();
        assertThat(windows.get(2).requests().count(Outcome.OK)
                        + windows.get(2).requests().count(Outcome.DROPPED_AT_STOP))
                .isCloseTo(10L * 500, within(10L));
        assertThat(windows.get(2).little().orElseThrow().holds()).isTrue();
        assertThat(measurement.wholeRun().ledger().offeredSeconds()).isEqualTo(100, within(0.5));
        var timeline = UserTimeline.of(new LoadShape.Sequence(List.of(users, rate(50, 5, 100), users)));
        assertThat(timeline.userSeconds()).isEmpty();
        assertThat(timeline.closedUserSeconds()).hasValue(100);
        assertThat(timeline.maxConnections()).isEqualTo(110);
    }

    @Test
    void aCountedPartAfterAnOpenOneIsExactlyItsRequests() {
        var shape =
                new LoadShape.Sequence(List.of(rate(100, 2, 1000), new LoadShape.LoopsPerUser(5, 20, Duration.ZERO)));
        var measurement = VirtualLoad.run(plan(shape), 2, start -> ScriptedResponse.ok(start + 500 * MILLI));

        assertThat(measurement.windows().getFirst().requests().count(Outcome.OK))
                .isEqualTo(200);
        assertThat(measurement.windows().getLast().requests().count(Outcome.OK)).isEqualTo(100);
    }

    @Test
    void whatIsInFlightAtTheEndIsOutstandingAlsoIfACountedPartWaitsForIt() {
        var shape =
                new LoadShape.Sequence(List.of(rate(100, 2, 1000), new LoadShape.LoopsPerUser(5, 20, Duration.ZERO)));
        var first = VirtualLoad.run(plan(shape), 2, start -> ScriptedResponse.ok(start + 495 * MILLI))
                .windows()
                .getFirst();

        assertThat(open(first).outstandingAtEnd()).isEqualTo(50);
    }
}
