package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.OpenLoads.assertEveryArrivalHasOneOutcome;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.aborting;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import org.junit.jupiter.api.Test;

/** What becomes of the requests of an open load that ends before its plan is completed. */
class OpenLoadEndTest {
    /** The first connection is there at once, and its request takes a second; the others take ten to be made. */
    private static final Script SLOW_TO_CONNECT = Scripts.connecting(
            start -> start < 10 * MILLI ? 0 : 10_000 * MILLI, start -> ScriptedResponse.ok(start + 1_000 * MILLI));

    private static VirtualLoad tenArrivals(Script script) {
        var run = new VirtualLoad(plan(rate(100, 60, 50)), 1, script);
        run.runUntilMillis(100);
        return run;
    }

    @Test
    void aPoliteStopDoesNotWaitForConnectionsThatAreBeingMade() {
        var run = tenArrivals(SLOW_TO_CONNECT);
        run.generator.stop();
        run.runUntilMillis(1_005);

        assertThat(run.end).isCompleted();
    }

    @Test
    void aPoliteStopDropsRequestsThatWaitForTheirConnection() {
        var run = tenArrivals(SLOW_TO_CONNECT);
        run.generator.stop();
        var requests = run.finish().wholeRun().requests();

        assertThat(requests.count(Outcome.OK)).isEqualTo(1);
        assertThat(requests.count(Outcome.DROPPED_AT_STOP)).isEqualTo(9);
    }

    @Test
    void afterAPoliteStopOnlyWhatIsInFlightIsActive() {
        var run = tenArrivals(SLOW_TO_CONNECT);
        assertThat(run.usersNow()).isEqualTo(10);

        run.generator.stop();
        run.runUntilMillis(100);
        assertThat(run.usersNow()).isEqualTo(1);
    }

    @Test
    void aStopAndThenAnAbortDropEachRequestOnce() {
        var run = tenArrivals(SLOW_TO_CONNECT);
        run.generator.stop();
        run.runUntilMillis(200);
        run.generator.abort();
        var measurement = run.finish();

        assertThat(measurement.wholeRun().requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(10);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void anAbortDropsWhatIsInFlightAndWhatWaits() {
        var run = new VirtualLoad(plan(rate(100, 60, 2)), 1, start -> ScriptedResponse.never());
        run.runUntilMillis(1_000);
        run.generator.abort();
        var measurement = run.finish();

        assertThat(measurement.wholeRun().requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(100);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void afterAnAbortNothingIsActive() {
        var run = tenArrivals(start -> ScriptedResponse.never());
        assertThat(run.usersNow()).isEqualTo(10);

        run.generator.abort();
        run.finish();
        assertThat(run.usersNow()).isZero();
    }

    /** The first response fails at the moment at which the second connection is there. */
    @Test
    void aConnectionThatIsMadeAfterTheFirstFailureCarriesNoRequest() {
        var run = new VirtualLoad(
                aborting(rate(100, 60, 50)),
                1,
                Scripts.connecting(
                        start -> start < 10 * MILLI ? 0 : 10 * MILLI,
                        start -> new ScriptedResponse(25 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503")));
        var measurement = run.finish();

        assertThat(run.sender.sendTimes()).containsExactly(5 * MILLI);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void aRequestThatIsNotSentInTimeEndsALoadThatIsToEndAtAFailure() {
        var run = new VirtualLoad(aborting(rate(100, 60, 1)), 1, start -> ScriptedResponse.ok(start + 4_000 * MILLI));
        run.finish();

        assertThat(run.end.join())
                .isEqualTo(new LoadEnd(
                        LoadEnd.Reason.FIRST_FAILURE, "not sent within 10 s: the only connection was busy"));
    }
}
