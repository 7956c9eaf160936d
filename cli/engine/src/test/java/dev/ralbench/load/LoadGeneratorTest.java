package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.PUBLISHED_PLAN;
import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.run;
import static dev.ralbench.load.VirtualLoad.thinking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadGeneratorTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void offersTheUserSecondsOfThePlanOnAnyNumberOfLoops(int loops) {
        var whole = run(PUBLISHED_PLAN, loops, Scripts.fixedDelay(Duration.ofMillis(208)))
                .wholeRun();
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(71_680, within(71_680 * 0.0005));
    }

    /** The published table's model: 208 ms without limit gives 344 026 requests in a simulation with one-second ticks. */
    @Test
    void anUnlimitedServerAnswersUserSecondsOverServiceTime() {
        var whole = run(PUBLISHED_PLAN, 1, Scripts.fixedDelay(Duration.ofMillis(208)))
                .wholeRun();
        assertThat((double) whole.requests().count(Outcome.OK)).isEqualTo(344_026, within(344_026 * 0.003));
        assertThat(whole.requests().successful().meanMillis().getAsDouble()).isEqualTo(208, within(0.3));
    }

    /** Likewise 200 workers of 204.1 ms: 113 646 requests, mean 625.9 ms, deviation 284.1 ms, p99 1046.4 ms. */
    @Test
    void twoHundredWorkersReproduceThePublishedRow() {
        var whole = run(PUBLISHED_PLAN, 2, Scripts.workers(200, Duration.ofNanos(204_100_000)))
                .wholeRun();
        assertThat((double) whole.requests().count(Outcome.OK)).isEqualTo(113_646, within(113_646 * 0.003));
        assertThat(whole.requests().successful().meanMillis().getAsDouble()).isEqualTo(625.9, within(4.0));
        assertThat(whole.requests().successful().stddevMillis().getAsDouble()).isEqualTo(284.1, within(3.0));
        assertThat(whole.requests().successful().percentileMillis(99).getAsDouble())
                .isEqualTo(1046.4, within(5.0));
    }

    @Test
    void littlesLawHoldsAtEveryLevelOfASaturatedServer() {
        var measurement = run(PUBLISHED_PLAN, 2, Scripts.workers(200, Duration.ofMillis(204)));
        assertThat(measurement.levels()).hasSize(4).allSatisfy(level -> {
            assertThat(level.little())
                    .hasValueSatisfying(check -> assertThat(check.holds()).isTrue());
            assertThat(level.ledger().offeredSeconds()).isEqualTo(level.usersTo() * 20.0, within(0.01 * 20 * 1024));
        });
    }

    @Test
    void aWindowIsThePhaseOfItsPosition() {
        var load = new VirtualLoad(PUBLISHED_PLAN, 1, start -> ScriptedResponse.never());
        assertThat(load.generator.phase(1)).isEqualTo(new Phase.Hold(256, Duration.ofSeconds(20)));
    }

    @Test
    void requestsInFlightAtThePlannedEndAreDroppedAndNotCountedAsFailures() {
        var whole = run(
                        plan(new LoadShape.ConstantUsers(7, Duration.ofSeconds(1))),
                        2,
                        Scripts.fixedDelay(Duration.ofMillis(300)))
                .wholeRun();
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(21);
        assertThat(whole.requests().count(Outcome.DROPPED_AT_STOP)).isEqualTo(7);
        assertThat(whole.requests().failed()).isZero();
    }

    @Test
    void usersOfARampStartOneByOneAtEqualDistances() {
        var run = new VirtualLoad(
                plan(new LoadShape.Ramp(0, 10, Duration.ofSeconds(1))), 3, start -> ScriptedResponse.never());
        run.finish();
        assertThat(run.sender.sendTimes())
                .containsExactly(
                        50_000_000L,
                        150_000_000L,
                        250_000_000L,
                        350_000_000L,
                        450_000_000L,
                        550_000_000L,
                        650_000_000L,
                        750_000_000L,
                        850_000_000L,
                        950_000_000L);
    }

    @Test
    void aRampDownRetiresUsersAfterTheirRequest() {
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.ConstantUsers(100, Duration.ofSeconds(1)),
                new LoadShape.Ramp(100, 0, Duration.ofSeconds(10))));
        var whole =
                run(plan(shape), 3, Scripts.fixedDelay(Duration.ofMillis(100))).wholeRun();
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(600, within(10.0));
        assertThat(whole.requests().failed()).isZero();
    }

    @Test
    void aResponseThatNeverComesTimesOutAtTheLimitAndTheUserGoesOn() {
        var whole = run(
                        plan(new LoadShape.ConstantUsers(3, Duration.ofSeconds(35))),
                        2,
                        start -> start < 5_000_000_000L
                                ? ScriptedResponse.never()
                                : ScriptedResponse.ok(start + 1_000_000_000L))
                .wholeRun();
        assertThat(whole.requests().count(Outcome.TIMEOUT)).isEqualTo(3);
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(3 * 24);
        assertThat(whole.requests().all().maxMillis().getAsDouble()).isEqualTo(10_000, within(10.0));
        assertThat(whole.requests().successful().maxMillis().getAsDouble()).isEqualTo(1_000, within(1.0));
    }

    @Test
    void aRefusedConnectionIsOneFailedRequestAndTheUserBacksOff() {
        var whole = run(plan(new LoadShape.ConstantUsers(2, Duration.ofSeconds(1))), 1, Scripts.refusing())
                .wholeRun();
        assertThat(whole.requests().count(Outcome.CONNECT_FAILED)).isEqualTo(20);
        assertThat(whole.ledger().idleSeconds()).isEqualTo(2, within(0.001));
    }

    @Test
    void connectionSetUpIsMeasuredApartFromTheResponseTime() {
        var window = run(plan(new LoadShape.ConstantUsers(4, Duration.ofSeconds(10))), 1, new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        return ScriptedResponse.ok(startNanos + 90_000_000);
                    }

                    @Override
                    public long connectNanos(long startNanos) {
                        return 10_000_000;
                    }

                    @Override
                    public int requestsPerConnection() {
                        return 1;
                    }
                })
                .windows()
                .getFirst();
        assertThat(window.requests().successful().maxMillis().getAsDouble()).isEqualTo(90, within(0.1));
        assertThat(window.requests().connecting().count()).isEqualTo(400);
        assertThat(window.ledger().connectingSeconds()).isEqualTo(4.0, within(0.05));
        assertThat(window.little())
                .hasValueSatisfying(check -> assertThat(check.holds()).isTrue());
    }

    @Test
    void thinkTimeLiesBetweenResponseAndNextRequest() {
        var plan = thinking(new LoadShape.ConstantUsers(10, Duration.ofSeconds(10)), Duration.ofMillis(150));
        var window = run(plan, 2, Scripts.fixedDelay(Duration.ofMillis(50)))
                .windows()
                .getFirst();
        assertThat(window.requests().count(Outcome.OK)).isEqualTo(500);
        assertThat(window.ledger().thinkingSeconds()).isEqualTo(75, within(1.0));
        assertThat(window.little())
                .hasValueSatisfying(check -> assertThat(check.holds()).isTrue());
    }

    @Test
    void aRampDownByItselfBeginsWithAllItsUsers() {
        var whole = run(
                        plan(new LoadShape.Ramp(100, 0, Duration.ofSeconds(10))),
                        3,
                        Scripts.fixedDelay(Duration.ofMillis(20)))
                .wholeRun();
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(500, within(0.5));
    }

    @Test
    void usersWhoHaveBeenLetGoAreNoPartOfTheOfferedLoad() {
        var whole = run(
                        plan(new LoadShape.Ramp(100, 0, Duration.ofSeconds(10))),
                        1,
                        Scripts.fixedDelay(Duration.ofSeconds(1)))
                .wholeRun();
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(500, within(0.5));
        assertThat(whole.ledger().leavingSeconds()).isBetween(30.0, 60.0);
    }

    @Test
    void aThinkingUserIsLetGoAtOnce() {
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.ConstantUsers(10, Duration.ofSeconds(1)),
                new LoadShape.ConstantUsers(1, Duration.ofSeconds(9))));
        var whole = run(thinking(shape, Duration.ofSeconds(60)), 2, Scripts.fixedDelay(Duration.ofMillis(10)))
                .wholeRun();
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(19, within(0.05));
    }

    /** Every request has exactly one outcome, whatever mixture of fates it meets. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyRequestEndsInExactlyOneOutcome(long seed) {
        var random = new java.util.Random(seed);
        var outcomes = List.of(
                Outcome.OK, Outcome.UNEXPECTED_STATUS, Outcome.UNEXPECTED_BODY, Outcome.RESET, Outcome.PROTOCOL_ERROR);
        var run = new VirtualLoad(
                plan(new LoadShape.Stairs(0, 20, 3, Duration.ofSeconds(5), Duration.ofSeconds(15))), 3, new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        if (random.nextInt(50) == 0) {
                            return ScriptedResponse.never();
                        }
                        var outcome = outcomes.get(random.nextInt(outcomes.size()));
                        return new ScriptedResponse(
                                startNanos + random.nextInt(300_000_000), outcome, outcome == Outcome.OK ? "" : "bad");
                    }

                    @Override
                    public long connectNanos(long startNanos) {
                        return random.nextInt(10) == 0 ? -1 : random.nextInt(1_000_000);
                    }
                });
        var whole = run.finish().wholeRun();
        long all = whole.requests().outcomes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(all - whole.requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(run.sender.sendTimes().size());
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(20 * 20 * (1 + 2 + 3) - 20 * 2.5 * 3, within(3.0));
        assertThat(whole.requests().all().count()).isEqualTo(whole.requests().ended());
    }
}
