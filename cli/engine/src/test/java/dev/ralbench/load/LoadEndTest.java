package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.PUBLISHED_PLAN;
import static dev.ralbench.load.VirtualLoad.aborting;
import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.run;
import static dev.ralbench.load.VirtualLoad.thinking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a load ends before its plan is completed. */
class LoadEndTest {
    @Test
    void abortOnFailureEndsTheLoadAtTheFirstFailedRequest() {
        var sent = new int[1];
        var run = new VirtualLoad(aborting(new LoadShape.ConstantUsers(5, Duration.ofSeconds(100))), 2, start -> {
            sent[0]++;
            return sent[0] == 12
                    ? new ScriptedResponse(start + 10_000_000, Outcome.UNEXPECTED_STATUS, "status 503")
                    : ScriptedResponse.ok(start + 10_000_000);
        });
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.FIRST_FAILURE);
        assertThat(measurement.wholeRun().requests().failed()).isEqualTo(1);
        assertThat(measurement.failureDetails()).containsEntry("status 503", 1L);
        assertThat(measurement.wholeRun().lengthSeconds()).isLessThan(0.1);
    }

    static Stream<LoadShape> shapesOfFiveAtATime() {
        return Stream.of(
                new LoadShape.ConstantUsers(5, Duration.ofSeconds(100)),
                new LoadShape.LoopsPerUser(5, 100, Duration.ZERO),
                new LoadShape.TotalRequests(5, 1000),
                new LoadShape.Burst(5, 100),
                new LoadShape.WarmedUp(
                        new LoadShape.ConstantUsers(5, Duration.ofSeconds(100)), OptionalInt.of(5), 1000),
                new LoadShape.Open(new RateShape.Constant(2_000, Duration.ofSeconds(100)), Arrivals.even(), 5));
    }

    /** All five responses of the second round come at one moment, before any event loop can be told of the failure. */
    @ParameterizedTest
    @MethodSource("shapesOfFiveAtATime")
    void afterTheFirstFailureNoUserSendsAnotherRequest(LoadShape shape) {
        for (int loops = 1; loops <= 3; loops++) {
            var run = new VirtualLoad(aborting(shape), loops, failingAt(6));
            var whole = run.finish().wholeRun();
            assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.FIRST_FAILURE);
            assertThat(run.sender.sendTimes())
                    .as("%s on %d loops", shape, loops)
                    .hasSize(10);
            assertThat(whole.requests().ended()).isEqualTo(shape instanceof LoadShape.WarmedUp ? 0 : 10);
        }
    }

    /** Every request is answered at the next full hundredth of a second; one of them fails. */
    private static Script failingAt(int failing) {
        long centi = 10_000_000;
        var sent = new int[1];
        return start -> {
            long end = (start / centi + 1) * centi;
            return ++sent[0] == failing
                    ? new ScriptedResponse(end, Outcome.UNEXPECTED_STATUS, "status 503")
                    : ScriptedResponse.ok(end);
        };
    }

    @Test
    void aPoliteStopWaitsForWhatIsInFlight() {
        var run = new VirtualLoad(PUBLISHED_PLAN, 2, Scripts.fixedDelay(Duration.ofMillis(500)));
        run.sender.runUntil(15_000_000_000L);
        run.generator.stop();
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        assertThat(measurement.wholeRun().requests().count(Outcome.DROPPED_AT_STOP))
                .isZero();
        assertThat(measurement.wholeRun().lengthSeconds()).isBetween(15.0, 15.6);
        assertThat(measurement.windows()).hasSize(2);
    }

    @Test
    void anAbortDropsWhatIsInFlight() {
        var run = new VirtualLoad(PUBLISHED_PLAN, 2, start -> ScriptedResponse.never());
        run.sender.runUntil(5_000_000_000L);
        run.generator.abort();
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.ABORTED);
        assertThat(measurement.wholeRun().requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(128);
    }

    @Test
    void aPoliteStopDoesNotWaitForUsersThatThink() {
        var plan = thinking(new LoadShape.ConstantUsers(5, Duration.ofMinutes(10)), Duration.ofMinutes(1));
        var run = new VirtualLoad(plan, 2, Scripts.fixedDelay(Duration.ofMillis(10)));
        run.runUntilMillis(1_000);
        run.generator.stop();
        run.runUntilMillis(1_000);
        assertThat(run.end).isCompleted();
    }

    @Test
    void aPoliteStopDoesNotWaitForUsersThatConnect() {
        var script = Scripts.connecting(start -> 10_000_000_000L, Scripts.fixedDelay(Duration.ofMillis(10)));
        var run = new VirtualLoad(plan(new LoadShape.ConstantUsers(5, Duration.ofMinutes(10))), 2, script);
        run.runUntilMillis(1_000);
        run.generator.stop();
        run.runUntilMillis(1_000);
        assertThat(run.end).isCompleted();
    }

    @Test
    void aLoadOfWhichEnoughWasSeenWaitsForWhatIsInFlightAndSaysWhyItEnded() {
        var run = new VirtualLoad(PUBLISHED_PLAN, 2, Scripts.fixedDelay(Duration.ofMillis(500)));
        run.runUntilMillis(15_000);
        run.generator.stopAsSeen();
        var whole = run.finish().wholeRun();
        assertThat(run.end.join()).isEqualTo(new LoadEnd(LoadEnd.Reason.ENOUGH, ""));
        assertThat(whole.requests().count(Outcome.DROPPED_AT_STOP)).isZero();
    }

    @Test
    void requestsInFlightAtTheHardEndOfALoadOfPlannedLengthAreDropped() {
        var shape = new LoadShape.ConstantUsers(7, Duration.ofSeconds(100));
        var requests = run(plan(shape, Optional.of(Duration.ofSeconds(5))), 2, start -> ScriptedResponse.never())
                .wholeRun()
                .requests();
        assertThat(requests.count(Outcome.DROPPED_AT_STOP)).isEqualTo(7);
    }

    static Stream<LoadShape> shapesWithIdleConnectionsAtTheEnd() {
        return Stream.of(
                new LoadShape.LoopsPerUser(5, 3, Duration.ofSeconds(1)),
                new LoadShape.Ramp(5, 0, Duration.ofSeconds(1)),
                rate(10, 1, 5));
    }

    @ParameterizedTest
    @MethodSource("shapesWithIdleConnectionsAtTheEnd")
    void noConnectionStaysOpenAfterTheEnd(LoadShape shape) {
        var run = new VirtualLoad(plan(shape), 2, Scripts.fixedDelay(Duration.ofMillis(10)));
        run.runUntilMillis(900);
        assertThat(run.sender.openConnections()).isPositive();
        run.finish();
        assertThat(run.sender.openConnections()).isZero();
    }
}
