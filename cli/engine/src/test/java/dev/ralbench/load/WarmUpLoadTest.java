package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that get a target going, and the load that goes on from there. */
class WarmUpLoadTest {
    private static final long MILLI = 1_000_000L;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Script STEADY = start -> ScriptedResponse.ok(start + 100 * MILLI);

    private static LoadShape warmedUp(LoadShape shape, long requests) {
        return new LoadShape.WarmedUp(shape, OptionalInt.empty(), requests);
    }

    private static LoadPlan tenUsersAfter(long requests) {
        return VirtualLoad.plan(warmedUp(new LoadShape.ConstantUsers(10, SECOND), requests));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theLoadGoesOnFromItWithoutAPause(int loops) {
        var outOfStep = new LoadShape.ConstantUsers(10, Duration.ofMillis(1050));
        var load = new VirtualLoad(VirtualLoad.plan(warmedUp(outOfStep, 95)), loops, STEADY);
        var measurement = load.finish();

        assertThat(measurement.windows())
                .extracting(WindowMeasurement::kind)
                .containsExactly(WindowKind.WARM_UP, WindowKind.LEVEL);
        assertThat(load.sender.sendTimes())
                .as("all ten at every tenth of a second")
                .containsExactlyElementsOf(IntStream.range(0, 20)
                        .boxed()
                        .flatMap(round -> LongStream.generate(() -> round * 100 * MILLI)
                                .limit(10)
                                .boxed())
                        .toList());
        var level = measurement.windows().getLast();
        assertThat(level.span().startSeconds()).isEqualTo(0.9, within(1e-9));
        assertThat(level.lengthSeconds()).isEqualTo(1.05, within(1e-9));
        assertThat(level.requests().completions().ended()).isEqualTo(100);
        assertThat(level.little())
                .hasValueSatisfying(check -> assertThat(check.holds()).isTrue());
    }

    @Test
    void itHasAtLeastTheRequestsThatWereAskedFor() {
        var warmUp =
                new VirtualLoad(tenUsersAfter(95), 2, STEADY).finish().windows().getFirst();
        assertThat(warmUp.requests().outcomes().values().stream()
                        .mapToLong(n -> n)
                        .sum())
                .isBetween(95L, 105L);
    }

    /** Each request needs a connection of its own, which takes as long as the response. */
    private static final Script CONNECTING = new Script() {
        @Override
        public ScriptedResponse response(long startNanos) {
            return ScriptedResponse.ok(startNanos + 100 * MILLI);
        }

        @Override
        public long connectNanos(long startNanos) {
            return 100 * MILLI;
        }

        @Override
        public int requestsPerConnection() {
            return 1;
        }
    };

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 95})
    void requestsWhoseConnectionsAreStillBeingMadeAreNotCountedAsSent(int requests) {
        var warmUp = new VirtualLoad(tenUsersAfter(requests), 2, CONNECTING)
                .finish()
                .windows()
                .getFirst();
        assertThat(warmUp.requests().count(Outcome.OK)).isBetween((long) requests, requests + 10L);
    }

    @Test
    void nothingThatItLeavesBehindIsGoodputOfAnOpenPart() {
        var rate = new LoadShape.Open(new RateShape.Constant(100, SECOND), Arrivals.even(), 50);
        var measurement = new VirtualLoad(VirtualLoad.plan(warmedUp(rate, 200)), 2, STEADY).finish();
        assertThat(measurement.windows().getLast().requests().completions().ended())
                .isEqualTo(90);
    }

    @Test
    void itIsPartOfNoFigureOfTheWholeRun() {
        var plan = tenUsersAfter(200);
        var whole = new VirtualLoad(plan, 2, STEADY).finish().wholeRun();
        assertThat(whole.lengthSeconds()).isEqualTo(1, within(1e-9));
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(10, within(1e-9));
        assertThat(plan.timeline().userSeconds()).hasValue(10);
        assertThat(plan.timeline().plannedSeconds()).hasValue(1);
    }

    @Test
    void usersThatTheLoadDoesNotBeginWithLeaveAndComeBack() {
        var stairs = new LoadShape.Stairs(0, 5, 2, SECOND, SECOND);
        var measurement = new VirtualLoad(VirtualLoad.plan(warmedUp(stairs, 100)), 2, STEADY).finish();
        var levels = measurement.levels().toList();
        assertThat(levels).extracting(WindowMeasurement::usersTo).containsExactly(5, 10);
        assertThat(levels.getFirst().ledger().offeredSeconds()).isEqualTo(5, within(1e-9));
        assertThat(measurement.wholeRun().ledger().offeredSeconds())
                .as("2.5 + 5 + 7.5 + 10")
                .isEqualTo(25, within(1e-6));
    }

    @Test
    void beforeACountedPartItIsWaitedFor() {
        var plan = VirtualLoad.plan(warmedUp(new LoadShape.LoopsPerUser(10, 3, Duration.ZERO), 95));
        var load = new VirtualLoad(plan, 2, STEADY);
        var measurement = load.finish();
        assertThat(load.sender.sendTimes()).hasSize(95 + 30);
        assertThat(measurement.windows())
                .satisfiesExactly(
                        warmUp ->
                                assertThat(warmUp.requests().count(Outcome.OK)).isEqualTo(95),
                        counted ->
                                assertThat(counted.requests().count(Outcome.OK)).isEqualTo(30));
    }

    @Test
    void theHardEndIsCountedFromItsEnd() {
        var stairs = VirtualLoad.plan(
                warmedUp(new LoadShape.Stairs(0, 10, 4, SECOND, SECOND), 100), Optional.of(Duration.ofSeconds(3)));
        assertThat(stairs.timeline().plannedSeconds()).hasValue(3);
        assertThat(stairs.timeline().maxUsers())
                .as("of the warm-up as of what is left of the load")
                .isEqualTo(20);
        var burst = VirtualLoad.plan(warmedUp(new LoadShape.Burst(10, 1), 100), Optional.of(Duration.ofSeconds(3)));
        var load = new VirtualLoad(
                burst,
                2,
                start -> start < 1_000 * MILLI ? ScriptedResponse.ok(start + 100 * MILLI) : ScriptedResponse.never());
        var measurement = load.finish();
        assertThat(measurement.windows().getLast().requests().count(Outcome.STILL_OPEN))
                .isEqualTo(10);
        assertThat(measurement.windows().getLast().lengthSeconds()).isEqualTo(3, within(1e-9));
    }

    @Test
    void whatIsLeftOfItAfterFiveMinutesIsGivenUp() {
        var measurement = new VirtualLoad(tenUsersAfter(1_000_000_000), 2, STEADY).finish();
        assertThat(measurement.windows()).hasSize(2);
        assertThat(measurement.windows().getLast().span().startSeconds()).isEqualTo(300, within(0.2));
        assertThat(measurement.windows().getLast().lengthSeconds()).isEqualTo(1, within(1e-9));
    }

    private static LoadShape untilCompiled(LoadShape shape, OptionalInt users) {
        return new LoadShape.WarmedUp(shape, users, 1, Optional.of(Duration.ofMinutes(2)));
    }

    @Test
    void untilCompiledFewUsersComeFirstAndALevelBeginsOutOfStep() {
        var level = new LoadShape.ConstantUsers(10, SECOND);
        var rest = Phase.WarmUp.End.REST;

        assertThat(UserTimeline.of(untilCompiled(level, OptionalInt.empty())).phases())
                .containsExactly(
                        new Phase.WarmUp(4, 4, rest),
                        new Phase.WarmUp(10, 10, rest),
                        new Phase.WarmUp(10, 30, Phase.WarmUp.End.GO_ON),
                        new Phase.Hold(10, SECOND));
        var ramp = UserTimeline.of(untilCompiled(new LoadShape.Ramp(0, 3, SECOND), OptionalInt.empty()));
        assertThat(ramp.phases().getFirst()).isEqualTo(new Phase.WarmUp(3, 3, rest));
        assertThat(ramp.firstMeasured()).isEqualTo(1);
        assertThat(ramp.usersOfRounds()).containsExactly(3);
        assertThat(UserTimeline.of(untilCompiled(level, OptionalInt.of(50))).maxUsers())
                .isEqualTo(50);
    }

    /** Lets each rest last so long, and has the first warm-up of all repeated once. */
    private static final class Rests implements WindowListener {
        private final ScriptedSender sender;
        private Optional<LoadGenerator> generator = Optional.empty();

        Rests(ScriptedSender sender) {
            this.sender = sender;
        }

        @Override
        public void windowBegan(int window) {}

        @Override
        public void rests(int window, Consumer<LeastLengths> goOn) {
            if (window == 0) {
                generator.orElseThrow().repeat(0, 40);
            }
            sender.loops()
                    .getFirst()
                    .schedule(sender.clock().nanoTime() + 700 * MILLI, () -> goOn.accept(LeastLengths.NONE));
        }
    }

    @Test
    void roundsHaveNoThinkTimeAndTheLoadAfterThemHas() {
        var shape = untilCompiled(new LoadShape.Ramp(0, 10, SECOND), OptionalInt.empty());
        var plan = new LoadPlan(
                shape,
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofMillis(400),
                true,
                LoadPlan.OnFailure.CONTINUE);
        var sender = new ScriptedSender(2, STEADY);
        var recording = new LoadRecording();
        var rests = new Rests(sender);
        var generator = new LoadGenerator(plan, sender, recording, rests);
        rests.generator = Optional.of(generator);
        var end = generator.start();
        sender.run();

        assertThat(end).isCompleted();
        var windows = recording.finish(plan, generator.performed(), "").windows();
        assertThat(windows)
                .extracting(WindowMeasurement::kind)
                .containsExactly(WindowKind.WARM_UP, WindowKind.WARM_UP, WindowKind.WARM_UP, WindowKind.RAMP);
        assertThat(windows.get(1).requests().count(Outcome.OK)).isEqualTo(40);
        assertThat(windows.get(1).lengthSeconds())
                .as("ten requests of each of four users, one after the other")
                .isEqualTo(1, within(1e-9));
        assertThat(windows.getLast().span().startSeconds()).isEqualTo(0.1 + 1 + 0.1 + 3 * 0.7, within(1e-6));
        assertThat(windows.getLast().ledger().thinkingSeconds()).isPositive();
        assertThat(windows.get(1).ledger().thinkingSeconds()).isZero();
    }

    @Test
    void theHardEndIsCountedFromTheLastRound() {
        var shape = untilCompiled(new LoadShape.Burst(10, 1), OptionalInt.empty());
        var plan = VirtualLoad.plan(shape, Optional.of(Duration.ofSeconds(3)));
        var sender = new ScriptedSender(
                2,
                start -> start < 2_500 * MILLI ? ScriptedResponse.ok(start + 100 * MILLI) : ScriptedResponse.never());
        var recording = new LoadRecording();
        var rests = new Rests(sender);
        var generator = new LoadGenerator(plan, sender, recording, rests);
        rests.generator = Optional.of(generator);
        var end = generator.start();
        sender.run();

        assertThat(end).isCompleted();
        var burst = recording.finish(plan, generator.performed(), "").windows().getLast();
        assertThat(burst.requests().count(Outcome.STILL_OPEN)).isEqualTo(10);
        assertThat(burst.lengthSeconds()).isEqualTo(3, within(1e-9));
    }

    @Test
    void itHasUsersOfItsOwnWhereThePlanSaysSo() {
        var shape = new LoadShape.WarmedUp(new LoadShape.ConstantUsers(10, SECOND), OptionalInt.of(25), 100);
        assertThat(UserTimeline.of(shape).phases().getFirst())
                .isEqualTo(new Phase.WarmUp(25, 100, Phase.WarmUp.End.GO_ON));
        assertThat(UserTimeline.of(shape).maxUsers()).isEqualTo(25);
    }
}
