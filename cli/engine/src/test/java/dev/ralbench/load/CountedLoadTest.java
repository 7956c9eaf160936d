package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.TIMEOUT;
import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Loads that end when a number of requests is done, alone and between others. */
class CountedLoadTest {
    @Test
    void loopsPerUserSendsExactlyThatManyRequests() {
        var whole = run(
                        plan(new LoadShape.LoopsPerUser(10, 10, Duration.ofSeconds(1))),
                        3,
                        Scripts.fixedDelay(Duration.ofMillis(250)))
                .wholeRun();
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(100);
        assertThat(whole.requests().count(Outcome.DROPPED_AT_STOP)).isZero();
    }

    @Test
    void totalRequestsAreSharedByWhoeverIsFree() {
        var run = new VirtualLoad(
                plan(new LoadShape.TotalRequests(100, 1000)), 3, Scripts.workers(20, Duration.ofMillis(10)));
        var whole = run.finish().wholeRun();
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(1000);
        assertThat(whole.lengthSeconds()).isEqualTo(0.5);
    }

    @Test
    void aBurstOpensAllConnectionsBeforeTheFirstRequest() {
        var run = new VirtualLoad(plan(new LoadShape.Burst(50, 2)), 3, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + 30_000_000);
            }

            @Override
            public long connectNanos(long startNanos) {
                return 1_000_000 + startNanos % 7;
            }
        });
        run.finish();
        assertThat(run.sender.sendTimes()).hasSize(100);
        assertThat(run.sender.sendTimes().subList(0, 50))
                .containsOnly(run.sender.sendTimes().getFirst());
    }

    @Test
    void aBurstGoesOnWhenSomeConnectionsAreRefused() {
        var refusals = new int[] {5};
        var whole = run(plan(new LoadShape.Burst(20, 2)), 2, new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        return ScriptedResponse.ok(startNanos + 30_000_000);
                    }

                    @Override
                    public long connectNanos(long startNanos) {
                        return refusals[0]-- > 0 ? -1 : 1_000;
                    }
                })
                .wholeRun();
        assertThat(whole.requests().count(Outcome.CONNECT_FAILED)).isEqualTo(5);
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(35);
    }

    @Test
    void hungRequestsOfACountedLoadAreStillOpenAtTheHardEnd() {
        var responses = new int[1];
        var whole = run(
                        new LoadPlan(
                                new LoadShape.Burst(10, 1),
                                Optional.of(Duration.ofSeconds(5)),
                                TIMEOUT,
                                Duration.ZERO,
                                true,
                                LoadPlan.OnFailure.CONTINUE),
                        2,
                        start ->
                                responses[0]++ == 0 ? ScriptedResponse.ok(start + 1_000_000) : ScriptedResponse.never())
                .wholeRun();
        assertThat(whole.requests().count(Outcome.STILL_OPEN)).isEqualTo(9);
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(1);
    }

    @Test
    void shapesFollowEachOtherAndCountedOnesHandOverWhenTheyAreDone() {
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.LoopsPerUser(4, 3, Duration.ZERO),
                new LoadShape.ConstantUsers(2, Duration.ofSeconds(1)),
                new LoadShape.TotalRequests(5, 20)));
        var run = new VirtualLoad(plan(shape), 2, Scripts.fixedDelay(Duration.ofMillis(100)));
        var measurement = run.finish();
        assertThat(run.windows).containsExactly(0, 1, 2);
        assertThat(measurement.windows())
                .extracting(WindowMeasurement::kind)
                .containsExactly(WindowKind.COUNTED, WindowKind.LEVEL, WindowKind.COUNTED);
        assertThat(measurement.windows().getFirst().requests().count(Outcome.OK))
                .isEqualTo(12);
        assertThat(measurement.windows().getLast().requests().count(Outcome.OK)).isBetween(18L, 20L);
    }

    @Test
    void aRampOfCountedUsersAfterOthersCountsEachUserOnce() {
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.ConstantUsers(50, Duration.ofSeconds(1)),
                new LoadShape.LoopsPerUser(100, 5, Duration.ofSeconds(60))));
        var counted = run(plan(shape), 2, Scripts.fixedDelay(Duration.ofMillis(10)))
                .windows()
                .getLast();
        assertThat(counted.requests().count(Outcome.OK)).isEqualTo(500);
        assertThat(counted.lengthSeconds()).isGreaterThan(59);
    }

    @Test
    void aBurstAfterMoreUsersIsReleasedWhenItsOwnHaveTried() {
        var shape = new LoadShape.Sequence(
                List.of(new LoadShape.ConstantUsers(100, Duration.ofSeconds(1)), new LoadShape.Burst(50, 2)));
        var burst = run(plan(shape), 2, Scripts.fixedDelay(Duration.ofMillis(30)))
                .windows()
                .getLast();
        assertThat(burst.requests().count(Outcome.OK)).isEqualTo(100);
    }

    /** Permission to send was given in the window before, and the connection comes in this one. */
    @Test
    void aUserThatConnectsAcrossABoundaryDoesNotExceedTheCount() {
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.ConstantUsers(100, Duration.ofSeconds(1)), new LoadShape.TotalRequests(100, 1000)));
        var run = new VirtualLoad(plan(shape), 3, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + 1_000_000);
            }

            @Override
            public long connectNanos(long startNanos) {
                return 50_000_000 + startNanos % 977;
            }

            @Override
            public int requestsPerConnection() {
                return 1;
            }
        });
        assertThat(run.finish().windows().getLast().requests().count(Outcome.OK))
                .isEqualTo(1000);
    }

    @Test
    void aStopDuringABarrierEndsTheLoad() {
        var shape = new LoadShape.Sequence(
                List.of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(1)), new LoadShape.Burst(100, 1)));
        var connections = new int[1];
        var run = new VirtualLoad(plan(shape), 2, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + 400_000_000);
            }

            @Override
            public long connectNanos(long startNanos) {
                return connections[0]++ < 10 ? 0 : 1_000_000_000_000L;
            }
        });
        run.sender.runUntil(1_100_000_000L);
        run.generator.stop();
        run.sender.runUntil(10_000_000_000L);
        assertThat(run.end).isCompleted();
    }
}
