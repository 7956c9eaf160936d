package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.TIMEOUT;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.Cases;
import dev.ralbench.testing.ScriptedSender.Answer;
import dev.ralbench.testing.ScriptedSender.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that arrive at a rate, in virtual time: what is measured is what arithmetic says. */
class OpenLoadTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Script IN_10_MILLIS = start -> Answer.ok(start + 10 * MILLI);
    /** From 5 s to 7 s nothing is answered; whatever is sent then is answered 4 ms after the stall. */
    private static final Script STALLING =
            start -> Answer.ok((start >= 5 * SECOND && start < 7 * SECOND ? 7 * SECOND : start) + 4 * MILLI);

    private static LoadShape rate(double perSecond, int seconds, int connections) {
        return new LoadShape.Open(
                new RateShape.Constant(perSecond, Duration.ofSeconds(seconds)), new Arrivals.Even(), connections);
    }

    private static OpenLoad open(WindowMeasurement window) {
        return window.open().orElseThrow();
    }

    private static void assertEveryArrivalHasOneOutcome(Measurement measurement) {
        assertThat(measurement.windows())
                .allSatisfy(window -> window.open()
                        .ifPresent(open -> assertThat(window.outcomes().values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum())
                                .isEqualTo(open.arrivals())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aStallShowsInEveryRequestThatWasDueDuringIt(int loops) {
        var window = VirtualLoad.run(plan(rate(100, 20, 1000)), loops, STALLING)
                .windows()
                .getFirst();
        // The j-th from the end of the stall was due (j - 1/2) × 10 ms before it, and is answered 4 ms after it.
        assertThat(window.count(Outcome.OK)).isEqualTo(2000);
        assertThat(window.successful().percentileMillis(50).getAsDouble()).isEqualTo(4, within(0.01));
        assertThat(window.successful().percentileMillis(90).getAsDouble()).isEqualTo(4, within(0.01));
        assertThat(window.successful().percentileMillis(99).getAsDouble())
                .as("180 of the 200 that waited")
                .isEqualTo(4 + 1795, within(2.0));
        assertThat(window.successful().maxMillis().getAsDouble()).isEqualTo(4 + 1995, within(2.0));
        assertThat(window.successful().meanMillis().getAsDouble())
                .as("200 wait for 1 s on average")
                .isEqualTo(4 + 100, within(0.2));
        assertThat(window.longestStallSeconds()).isEqualTo(2.005, within(0.006));
    }

    @Test
    void theSameStallIsOneLongResponseToAClosedUserAndTheCorrectionIsAnEstimateOfTheRest() {
        var closed = VirtualLoad.run(plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(20))), 1, STALLING)
                .windows()
                .getFirst();
        var open = VirtualLoad.run(plan(rate(100, 20, 1000)), 1, STALLING)
                .windows()
                .getFirst();

        assertThat(closed.successful().percentileMillis(99).getAsDouble()).isEqualTo(4, within(0.1));
        assertThat(closed.successful().maxMillis().getAsDouble()).isEqualTo(2004, within(5.0));
        assertThat(closed.correctedPercentileMillis(99).getAsDouble())
                .isCloseTo(open.successful().percentileMillis(99).getAsDouble(), within(50.0));
        assertThat(open.correctedPercentileMillis(99)).as("none is needed").isEmpty();
    }

    @Test
    void thinkTimeIsPartOfTheExpectedInterval() {
        var thinking = new LoadPlan(
                new LoadShape.ConstantUsers(10, Duration.ofSeconds(100)),
                Optional.empty(),
                TIMEOUT,
                Duration.ofMillis(90),
                true,
                LoadPlan.OnFailure.CONTINUE);
        var window = VirtualLoad.run(thinking, 2, IN_10_MILLIS).windows().getFirst();

        assertThat(window.cycleMillis().getAsDouble()).isEqualTo(100, within(0.5));
    }

    @Test
    void serviceTimeCountsFromTheActualSend() {
        // Two connections that take 4 ms each serve 500/s; what waited through the stall is sent one after the other.
        var window =
                VirtualLoad.run(plan(rate(100, 20, 2)), 1, STALLING).windows().getFirst();

        assertThat(window.count(Outcome.OK)).isEqualTo(2000);
        assertThat(open(window).service().count()).isEqualTo(2000);
        assertThat(open(window).service().percentileMillis(99).getAsDouble()).isEqualTo(4, within(0.1));
        assertThat(open(window).service().maxMillis().getAsDouble()).isEqualTo(1999, within(2.0));
        assertThat(window.successful().percentileMillis(99).getAsDouble()).isGreaterThan(1700);
        assertThat(open(window).waitingAtEnd()).isZero();
    }

    /** A queue of one line and c servers, worked out by itself. */
    record Queue(int perSecond, int connections, int serviceMillis, int loops) {
        static Queue draw(Random random) {
            return new Queue(
                    1 + random.nextInt(300), 1 + random.nextInt(8), 1 + random.nextInt(60), 1 + random.nextInt(3));
        }

        /** Response times of what arrives at one of the loops, in microseconds; of a line that is no longer than time-outs allow. */
        List<Long> responses(int loop, int loopsAtWork, long endNanos) {
            int mine = connections / loopsAtWork + (loop < connections % loopsAtWork ? 1 : 0);
            var free = new PriorityQueue<Long>();
            for (int i = 0; i < mine; i++) {
                free.add(0L);
            }
            var times = new ArrayList<Long>();
            for (long k = loop; k < 10L * perSecond; k += loopsAtWork) {
                long due = Math.round((k + 0.5) / perSecond * 1e9);
                long sent = Math.max(due, free.remove());
                long ended = sent + serviceMillis * MILLI;
                free.add(ended);
                if (ended < endNanos) {
                    times.add(Math.round((ended - due) / 1e3));
                }
            }
            return times;
        }
    }

    static Stream<Queue> queues() {
        return Cases.of(60, Queue::draw);
    }

    @ParameterizedTest
    @MethodSource("queues")
    void responseTimesAreThoseOfOneLineBeforeSeveralServers(Queue queue) {
        long end = 10 * SECOND;
        var window = VirtualLoad.run(
                        plan(rate(queue.perSecond(), 10, queue.connections())),
                        queue.loops(),
                        start -> Answer.ok(start + queue.serviceMillis() * MILLI))
                .windows()
                .getFirst();
        int atWork = Math.min(queue.loops(), queue.connections());
        var expected = new ArrayList<Long>();
        for (int loop = 0; loop < atWork; loop++) {
            expected.addAll(queue.responses(loop, atWork, end));
        }

        assertThat(window.count(Outcome.OK)).isEqualTo(expected.size());
        assertThat(window.count(Outcome.DROPPED_AT_STOP)).isEqualTo(10L * queue.perSecond() - expected.size());
        assertThat(open(window).outstandingAtEnd())
                .isBetween(
                        10L * queue.perSecond() - expected.size(),
                        10L * queue.perSecond() - expected.size() + queue.connections());
        if (!expected.isEmpty()) {
            double mean = expected.stream().mapToLong(Long::longValue).average().getAsDouble() / 1e3;
            assertThat(window.successful().meanMillis().getAsDouble()).isEqualTo(mean, within(0.001 * mean + 0.001));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsNotSentInTimeIsATimeOutAndSaysSo(int loops) {
        var run = new VirtualLoad(plan(rate(100, 15, 2)), loops, start -> Answer.ok(start + 4 * SECOND));
        var measurement = run.finish();
        var window = measurement.windows().getFirst();

        assertEveryArrivalHasOneOutcome(measurement);
        assertThat(open(window).arrivals()).isEqualTo(1500);
        assertThat(window.count(Outcome.OK))
                .as("two connections, 4 s each, in 15 s")
                .isEqualTo(6);
        assertThat(window.count(Outcome.TIMEOUT))
                .as("due in the first 5 s, and not sent")
                .isEqualTo(492);
        assertThat(measurement.failureDetails())
                .isEqualTo(Map.of("not sent within 10 s: all 2 connections were busy", 492L));
        assertThat(window.count(Outcome.DROPPED_AT_STOP)).isEqualTo(1002);
        assertThat(open(window).waitingAtEnd()).isEqualTo(1000);
        assertThat(open(window).outstandingAtEnd()).isEqualTo(1002);
        assertThat(window.all().percentileMillis(90).getAsDouble()).isEqualTo(10_000, within(10.0));
        assertThat(window.successful().maxMillis().getAsDouble())
                .as("waited nearly 8 s, and then 4 s")
                .isEqualTo(11_960, within(20.0));
    }

    @Test
    void aResponseHasTheTimeOutFromWhenItsRequestWasSent() {
        var measurement = VirtualLoad.run(plan(rate(1, 35, 1)), 1, start -> Answer.never());
        var window = measurement.windows().getFirst();

        assertThat(measurement.failureDetails())
                .containsEntry("no response within 10 s", 3L)
                .containsOnlyKeys("no response within 10 s", "not sent within 10 s: the only connection was busy");
        assertThat(window.all().minMillis().getAsDouble()).isEqualTo(10_000, within(10.0));
        assertThat(window.all().maxMillis().getAsDouble())
                .as("waited, and then sent")
                .isBetween(19_000.0, 20_010.0);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void noMoreConnectionsAreOpenedThanThereMayBe(int connections) {
        var run = new VirtualLoad(plan(rate(500, 5, connections)), 3, start -> Answer.ok(start + 100 * MILLI));
        var measurement = run.finish();
        long most = connections * 5L * 10;

        assertThat((long) run.sender.sendTimes().size()).isBetween(most - connections, most + connections);
        assertThat(measurement.windows().getFirst().connecting().count()).isEqualTo(connections);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void connectionSetUpIsPartOfTheResponseTimeAndADistributionOfItsOwn() {
        var script = new Script() {
            @Override
            public Answer answer(long start) {
                return Answer.ok(start + 10 * MILLI);
            }

            @Override
            public long connectNanos(long start) {
                return 5 * MILLI;
            }

            @Override
            public int requestsPerConnection() {
                return 1;
            }
        };
        var window =
                VirtualLoad.run(plan(rate(100, 10, 50)), 2, script).windows().getFirst();

        assertThat(window.count(Outcome.OK)).isBetween(998L, 1000L);
        assertThat(window.connecting().count()).isBetween(999L, 1000L);
        assertThat(window.connecting().percentileMillis(99)).isEmpty();
        assertThat(window.connecting().maxMillis().getAsDouble()).isEqualTo(5, within(0.01));
        assertThat(window.successful().maxMillis().getAsDouble()).isEqualTo(15, within(0.05));
        assertThat(open(window).service().maxMillis().getAsDouble()).isEqualTo(10, within(0.05));
    }

    @Test
    void whereNothingListensEveryArrivalIsARefusedConnection() {
        var script = new Script() {
            @Override
            public Answer answer(long start) {
                return Answer.never();
            }

            @Override
            public long connectNanos(long start) {
                return -1;
            }
        };
        var measurement = VirtualLoad.run(plan(rate(100, 5, 3)), 2, script);

        assertThat(measurement.windows().getFirst().count(Outcome.CONNECT_FAILED))
                .isEqualTo(500);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void aGeneratorThatWasHeldUpSendsWhatItMissedAndSaysHowLateItWas() {
        var run = new VirtualLoad[1];
        var held = new boolean[1];
        run[0] = new VirtualLoad(plan(rate(100, 10, 1000)), 1, start -> {
            if (start > 5 * SECOND && !held[0]) {
                held[0] = true;
                run[0].sender.clock().advance(Duration.ofMillis(500));
            }
            return Answer.ok(start + 600 * MILLI);
        });
        var window = run[0].finish().windows().getFirst();

        assertThat(open(window).arrivals()).isEqualTo(1000);
        assertThat(open(window).late().maxMillis().getAsDouble()).isEqualTo(490, within(10.0));
        assertThat(window.successful().maxMillis().getAsDouble()).isEqualTo(1090, within(10.0));
        assertThat(open(window).service().percentileMillis(50).getAsDouble()).isEqualTo(600, within(1.0));
    }

    @Test
    void arrivalsThatAreCloserThanTimersShareOne() {
        var run = new VirtualLoad(plan(rate(100_000, 1, 1000)), 1, IN_10_MILLIS);
        var window = run.finish().windows().getFirst();

        assertThat(open(window).arrivals()).isEqualTo(100_000);
        assertThat(window.count(Outcome.OK)).isGreaterThan(98_000);
        assertThat(open(window).late().maxMillis().getAsDouble())
                .isLessThanOrEqualTo(OpenPhase.TIMER_DISTANCE_NANOS / 1e6);
    }

    @Test
    void aPoliteStopWaitsForWhatIsInFlightAndDropsWhatIsNotSent() {
        var run = new VirtualLoad(plan(rate(100, 60, 5)), 2, start -> Answer.ok(start + SECOND));
        run.sender.runUntil(10 * SECOND);
        run.generator.stop();
        var measurement = run.finish();
        var window = measurement.windows().getFirst();

        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        assertThat(open(window).arrivals()).isEqualTo(1000);
        assertEveryArrivalHasOneOutcome(measurement);
        assertThat(window.count(Outcome.OK)).isEqualTo(run.sender.sendTimes().size());
        assertThat(window.count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(1000 - run.sender.sendTimes().size());
        assertThat(window.lengthSeconds()).isBetween(10.0, 11.0);
    }

    @Test
    void theFirstFailureEndsALoadThatIsToEndAtIt() {
        var run = new VirtualLoad(
                new LoadPlan(
                        rate(100, 60, 50), Optional.empty(), TIMEOUT, Duration.ZERO, true, LoadPlan.OnFailure.ABORT),
                1,
                start -> start < 3 * SECOND
                        ? Answer.ok(start + 10 * MILLI)
                        : new Answer(start + 10 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503"));
        var measurement = run.finish();

        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.FIRST_FAILURE);
        assertThat(measurement.wholeRun().failed()).isEqualTo(1);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void aRampOffersTheIntegralOfItsRate() {
        var ramp = new LoadShape.Open(new RateShape.Ramp(0, 200, Duration.ofSeconds(20)), new Arrivals.Even(), 1000);
        var window = VirtualLoad.run(plan(ramp), 3, IN_10_MILLIS).windows().getFirst();

        assertThat(window.kind()).isEqualTo(WindowMeasurement.Kind.RAMP);
        assertThat(open(window).plannedArrivals()).isEqualTo(2000, within(1e-6));
        assertThat(open(window).arrivals()).isEqualTo(2000);
    }

    @Test
    void aHardEndCutsARampInTheMiddle() {
        var ramp = new LoadShape.Open(new RateShape.Ramp(0, 200, Duration.ofSeconds(20)), new Arrivals.Even(), 1000);
        var window = VirtualLoad.run(plan(ramp, Optional.of(Duration.ofSeconds(10))), 2, IN_10_MILLIS)
                .windows()
                .getFirst();

        assertThat(open(window).arrivals()).isEqualTo(500);
        assertThat(open(window).rateTo()).isEqualTo(100, within(1e-9));
    }

    @Test
    void whatAPhaseLeavesBehindIsSentInTheNextAndStaysThePhases() {
        var shape = new LoadShape.Sequence(List.of(rate(100, 5, 2), rate(1, 10, 20)));
        var measurement = VirtualLoad.run(plan(shape), 1, start -> Answer.ok(start + 100 * MILLI));
        var first = measurement.windows().getFirst();
        var second = measurement.windows().getLast();

        assertThat(open(first).waitingAtEnd()).isEqualTo(500 - 2 * 50);
        assertThat(first.count(Outcome.OK)).as("all of its own, though later").isEqualTo(500);
        assertThat(second.count(Outcome.OK)).isEqualTo(10);
        assertThat(first.completions().ended() + second.completions().ended()).isEqualTo(510);
        assertThat(open(first).sent() + open(second).sent()).isEqualTo(510);
    }

    @Test
    void fewerConnectionsInTheNextPhaseStillServeWhatWasLeft() {
        var shape = new LoadShape.Sequence(List.of(rate(200, 2, 6), rate(1, 60, 1)));
        var plan = new LoadPlan(
                shape, Optional.empty(), Duration.ofMinutes(5), Duration.ZERO, true, LoadPlan.OnFailure.CONTINUE);
        var measurement = VirtualLoad.run(plan, 3, start -> Answer.ok(start + 100 * MILLI));

        assertThat(measurement.windows().getFirst().count(Outcome.OK)).isEqualTo(400);
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
        assertThat(windows.get(0).count(Outcome.OK)).isCloseTo(10L * 500, within(10L));
        assertThat(windows.get(1).count(Outcome.OK)).isEqualTo(250);
        assertThat(windows.get(1).ledger().offeredSeconds()).isZero();
        assertThat(windows.get(1).little()).isEmpty();
        assertThat(windows.get(2).count(Outcome.OK) + windows.get(2).count(Outcome.DROPPED_AT_STOP))
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
        var measurement = VirtualLoad.run(plan(shape), 2, start -> Answer.ok(start + 500 * MILLI));

        assertThat(measurement.windows().getFirst().count(Outcome.OK)).isEqualTo(200);
        assertThat(measurement.windows().getLast().count(Outcome.OK)).isEqualTo(100);
    }
}
