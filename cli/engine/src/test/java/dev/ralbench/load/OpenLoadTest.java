package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static dev.ralbench.load.OpenLoads.assertEveryArrivalHasOneOutcome;
import static dev.ralbench.load.OpenLoads.open;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.aborting;
import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.thinking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Cases;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    /** From 5 s to 7 s nothing is answered; whatever is sent then is answered 4 ms after the stall. */
    private static final Script STALLING =
            start -> ScriptedResponse.ok((start >= 5 * SECOND && start < 7 * SECOND ? 7 * SECOND : start) + 4 * MILLI);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aStallShowsInEveryRequestThatWasDueDuringIt(int loops) {
        var window = VirtualLoad.run(plan(rate(100, 20, 1000)), loops, STALLING)
                .windows()
                .getFirst();
        // The j-th from the end of the stall was due (j - 1/2) × 10 ms before it, and is answered 4 ms after it.
        assertThat(window.requests().count(Outcome.OK)).isEqualTo(2000);
        assertThat(window.requests().successful().percentileMillis(50).getAsDouble())
                .isEqualTo(4, within(0.01));
        assertThat(window.requests().successful().percentileMillis(90).getAsDouble())
                .isEqualTo(4, within(0.01));
        assertThat(window.requests().successful().percentileMillis(99).getAsDouble())
                .as("180 of the 200 that waited")
                .isEqualTo(4 + 1795, within(2.0));
        assertThat(window.requests().successful().maxMillis().getAsDouble()).isEqualTo(4 + 1995, within(2.0));
        assertThat(window.requests().successful().meanMillis().getAsDouble())
                .as("200 wait for 1 s on average")
                .isEqualTo(4 + 100, within(0.2));
        assertThat(window.requests().longestStallSeconds()).isEqualTo(2.005, within(0.006));
    }

    @Test
    void theSameStallIsOneLongResponseToAClosedUserAndTheCorrectionIsAnEstimateOfTheRest() {
        var closed = VirtualLoad.run(plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(20))), 1, STALLING)
                .windows()
                .getFirst();
        var open = VirtualLoad.run(plan(rate(100, 20, 1000)), 1, STALLING)
                .windows()
                .getFirst();

        assertThat(closed.requests().successful().percentileMillis(99).getAsDouble())
                .isEqualTo(4, within(0.1));
        assertThat(closed.requests().successful().maxMillis().getAsDouble()).isEqualTo(2004, within(5.0));
        assertThat(closed.correctedPercentileMillis(99).getAsDouble())
                .isCloseTo(open.requests().successful().percentileMillis(99).getAsDouble(), within(50.0));
        assertThat(open.correctedPercentileMillis(99)).as("none is needed").isEmpty();
    }

    @Test
    void thinkTimeIsPartOfTheExpectedInterval() {
        var plan = thinking(new LoadShape.ConstantUsers(10, Duration.ofSeconds(100)), Duration.ofMillis(90));
        var window = VirtualLoad.run(plan, 2, IN_10_MILLIS).windows().getFirst();

        assertThat(window.cycleMillis().getAsDouble()).isEqualTo(100, within(0.5));
    }

    @Test
    void serviceTimeCountsFromTheActualSend() {
        // Two connections that take 4 ms each serve 500/s; what waited through the stall is sent one after the other.
        var window =
                VirtualLoad.run(plan(rate(100, 20, 2)), 1, STALLING).windows().getFirst();

        assertThat(window.requests().count(Outcome.OK)).isEqualTo(2000);
        assertThat(open(window).service().count()).isEqualTo(2000);
        assertThat(open(window).service().percentileMillis(99).getAsDouble()).isEqualTo(4, within(0.1));
        assertThat(open(window).service().maxMillis().getAsDouble()).isEqualTo(1999, within(2.0));
        assertThat(window.requests().successful().percentileMillis(99).getAsDouble())
                .isGreaterThan(1700);
        assertThat(open(window).waitingAtEnd()).isZero();
    }

    /** A queue of one line and c servers, worked out by itself. */
    record Queue(int perSecond, int connections, int serviceMillis, int loops) {
        static Queue draw(Random random) {
            return new Queue(
                    1 + random.nextInt(300), 1 + random.nextInt(8), 1 + random.nextInt(60), 1 + random.nextInt(3));
        }

        /** Response times of what arrives at one of the loops, in microseconds; of a line that is no longer than timeouts allow. */
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
                        start -> ScriptedResponse.ok(start + queue.serviceMillis() * MILLI))
                .windows()
                .getFirst();
        int atWork = Math.min(queue.loops(), queue.connections());
        var expected = new ArrayList<Long>();
        for (int loop = 0; loop < atWork; loop++) {
            expected.addAll(queue.responses(loop, atWork, end));
        }

        assertThat(window.requests().count(Outcome.OK)).isEqualTo(expected.size());
        assertThat(window.requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(10L * queue.perSecond() - expected.size());
        assertThat(open(window).outstandingAtEnd())
                .isBetween(
                        10L * queue.perSecond() - expected.size(),
                        10L * queue.perSecond() - expected.size() + queue.connections());
        if (!expected.isEmpty()) {
            double mean = expected.stream().mapToLong(Long::longValue).average().getAsDouble() / 1e3;
            assertThat(window.requests().successful().meanMillis().getAsDouble())
                    .isEqualTo(mean, within(0.001 * mean + 0.001));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsNotSentInTimeIsATimeOutAndSaysSo(int loops) {
        var run = new VirtualLoad(plan(rate(100, 15, 2)), loops, start -> ScriptedResponse.ok(start + 4 * SECOND));
        var measurement = run.finish();
        var window = measurement.windows().getFirst();

        assertEveryArrivalHasOneOutcome(measurement);
        assertThat(open(window).arrivals()).isEqualTo(1500);
        assertThat(window.requests().count(Outcome.OK))
                .as("two connections, 4 s each, in 15 s")
                .isEqualTo(6);
        assertThat(window.requests().count(Outcome.TIMEOUT))
                .as("due in the first 5 s, and not sent")
                .isEqualTo(492);
        assertThat(measurement.failureDetails())
                .isEqualTo(Map.of("not sent within 10 s: all 2 connections were busy", 492L));
        assertThat(window.requests().count(Outcome.DROPPED_AT_STOP)).isEqualTo(1002);
        assertThat(open(window).waitingAtEnd()).isEqualTo(1000);
        assertThat(open(window).outstandingAtEnd()).isEqualTo(1002);
        assertThat(window.requests().all().percentileMillis(90).getAsDouble()).isEqualTo(10_000, within(10.0));
        assertThat(window.requests().successful().maxMillis().getAsDouble())
                .as("waited nearly 8 s, and then 4 s")
                .isEqualTo(11_960, within(20.0));
    }

    @Test
    void aResponseHasTheTimeOutFromWhenItsRequestWasSent() {
        var measurement = VirtualLoad.run(plan(rate(1, 35, 1)), 1, start -> ScriptedResponse.never());
        var window = measurement.windows().getFirst();

        assertThat(measurement.failureDetails())
                .containsEntry("no response within 10 s", 3L)
                .containsOnlyKeys("no response within 10 s", "not sent within 10 s: the only connection was busy");
        assertThat(window.requests().all().minMillis().getAsDouble()).isEqualTo(10_000, within(10.0));
        assertThat(window.requests().all().maxMillis().getAsDouble())
                .as("waited, and then sent")
                .isBetween(19_000.0, 20_010.0);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void noMoreConnectionsAreOpenedThanThereMayBe(int connections) {
        var run =
                new VirtualLoad(plan(rate(500, 5, connections)), 3, start -> ScriptedResponse.ok(start + 100 * MILLI));
        var measurement = run.finish();
        long most = connections * 5L * 10;

        assertThat((long) run.sender.sendTimes().size()).isBetween(most - connections, most + connections);
        assertThat(measurement.windows().getFirst().requests().connecting().count())
                .isEqualTo(connections);
        assertEveryArrivalHasOneOutcome(measurement);
    }

    @Test
    void connectionSetUpIsPartOfTheResponseTimeAndADistributionOfItsOwn() {
        var script = new Script() {
            @Override
            public ScriptedResponse response(long start) {
                return ScriptedResponse.ok(start + 10 * MILLI);
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

        assertThat(window.requests().count(Outcome.OK)).isBetween(998L, 1000L);
        assertThat(window.requests().connecting().count()).isBetween(999L, 1000L);
        assertThat(window.requests().connecting().percentileMillis(99)).isEmpty();
        assertThat(window.requests().connecting().maxMillis().getAsDouble()).isEqualTo(5, within(0.01));
        assertThat(window.requests().successful().maxMillis().getAsDouble()).isEqualTo(15, within(0.05));
        assertThat(open(window).service().maxMillis().getAsDouble()).isEqualTo(10, within(0.05));
    }

    @Test
    void whereNothingListensEveryArrivalIsARefusedConnection() {
        var measurement = VirtualLoad.run(plan(rate(100, 5, 3)), 2, Scripts.refusing());

        assertThat(measurement.windows().getFirst().requests().count(Outcome.CONNECT_FAILED))
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
            return ScriptedResponse.ok(start + 600 * MILLI);
        });
        var window = run[0].finish().windows().getFirst();

        assertThat(open(window).arrivals()).isEqualTo(1000);
        assertThat(open(window).late().maxMillis().getAsDouble()).isEqualTo(490, within(10.0));
        assertThat(window.requests().successful().maxMillis().getAsDouble()).isEqualTo(1090, within(10.0));
        assertThat(open(window).service().percentileMillis(50).getAsDouble()).isEqualTo(600, within(1.0));
    }

    @ParameterizedTest
    @ValueSource(ints = {6_000, 10_000, 100_000})
    void arrivalsInCloseSuccessionAreServedOncePerTick(int perSecond) {
        var run = new VirtualLoad(plan(rate(perSecond, 1, 2000)), 1, IN_10_MILLIS);
        var window = run.finish().windows().getFirst();

        assertThat(open(window).arrivals()).isEqualTo(perSecond);
        assertThat(run.sender.sendTimes().stream().distinct().count())
                .as("at least two or three per tick, and a few ticks before the rate is known")
                .isLessThanOrEqualTo(SECOND / Ticks.LATEST_NANOS + 20);
        assertThat(open(window).late().maxMillis().getAsDouble()).isLessThanOrEqualTo(Ticks.LATEST_NANOS / 1e6);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 5_000})
    void arrivalsThatAreRareAreNotLate(int perSecond) {
        var run = new VirtualLoad(plan(rate(perSecond, 1, 1000)), 1, IN_10_MILLIS);

        assertThat(open(run.finish().windows().getFirst()).late().maxMillis().getAsDouble())
                .as("a microsecond is the least that is told")
                .isLessThanOrEqualTo(0.001);
    }

    @Test
    void aPoliteStopWaitsForWhatIsInFlightAndDropsWhatIsNotSent() {
        var run = new VirtualLoad(plan(rate(100, 60, 5)), 2, start -> ScriptedResponse.ok(start + SECOND));
        run.sender.runUntil(10 * SECOND);
        run.generator.stop();
        var measurement = run.finish();
        var window = measurement.windows().getFirst();

        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        assertThat(open(window).arrivals()).isEqualTo(1000);
        assertEveryArrivalHasOneOutcome(measurement);
        assertThat(window.requests().count(Outcome.OK))
                .isEqualTo(run.sender.sendTimes().size());
        assertThat(window.requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(1000 - run.sender.sendTimes().size());
        assertThat(window.lengthSeconds()).isBetween(10.0, 11.0);
    }

    @Test
    void theFirstFailureEndsALoadThatIsToEndAtIt() {
        var run = new VirtualLoad(
                aborting(rate(100, 60, 50)),
                1,
                start -> start < 3 * SECOND
                        ? ScriptedResponse.ok(start + 10 * MILLI)
                        : new ScriptedResponse(start + 10 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503"));
        var measurement = run.finish();

        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.FIRST_FAILURE);
        assertThat(measurement.wholeRun().requests().failed()).isEqualTo(1);
        assertEveryArrivalHasOneOutcome(measurement);
    }
}
