package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.LittleCheck;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A counted part begins when nothing of the part before it is in flight any more: the wait for that is part of neither. */
class DrainBeforeCountedTest {
    private static final long MILLI = 1_000_000L;
    /** At its end every user has waited for half of a response of one second. */
    private static final LoadShape LEVEL = new LoadShape.ConstantUsers(40, Duration.ofMillis(9_500));

    static Stream<LoadShape> eightyRequestsByFortyUsers() {
        return Stream.of(
                new LoadShape.Burst(40, 2),
                new LoadShape.LoopsPerUser(40, 2, Duration.ZERO),
                new LoadShape.TotalRequests(40, 80));
    }

    private static VirtualLoad after(LoadShape before, LoadShape counted, int loops) {
        var shape = new LoadShape.Sequence(List.of(before, counted));
        return new VirtualLoad(plan(shape), loops, Scripts.fixedDelay(Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @MethodSource("eightyRequestsByFortyUsers")
    void goodputOfACountedPartIsThatOfItsOwnRequests(LoadShape counted) {
        for (int loops = 1; loops <= 3; loops++) {
            var found = after(LEVEL, counted, loops).finish().windows().getLast();
            assertThat(found.span().startSeconds()).isEqualTo(10);
            assertThat(found.lengthSeconds()).isEqualTo(2);
            assertThat(found.goodputPerSecond()).hasValue(40);
            assertThat(found.ledger().waitingSeconds()).isEqualTo(80, within(1e-6));
            assertThat(found.ledger().offeredSeconds()).isEqualTo(80, within(1e-6));
        }
    }

    @Test
    void theLevelBeforeIsAsLongAsPlannedAndKeepsToLittlesLaw() {
        var measurement = after(LEVEL, new LoadShape.Burst(40, 2), 2).finish();
        var level = measurement.windows().getFirst();
        assertThat(level.lengthSeconds()).isEqualTo(9.5);
        assertThat(level.requests().count(Outcome.OK))
                .as("those in flight at its end, too")
                .isEqualTo(400);
        assertThat(level.requests().completions().ended()).isEqualTo(360);
        assertThat(level.ledger().offeredSeconds()).isEqualTo(380, within(1e-6));
        assertThat(level.little()).hasValueSatisfying(DrainBeforeCountedTest::holds);
        assertThat(measurement.wholeRun().lengthSeconds()).isEqualTo(11.5);
        assertThat(measurement.wholeRun().ledger().offeredSeconds()).isEqualTo(460, within(1e-6));
    }

    @Test
    void theLevelAfterKeepsToLittlesLawAsWell() {
        var shape = new LoadShape.Sequence(
                List.of(LEVEL, new LoadShape.Burst(40, 2), new LoadShape.ConstantUsers(40, Duration.ofMillis(40_500))));
        var level = VirtualLoad.run(plan(shape), 2, Scripts.fixedDelay(Duration.ofSeconds(1)))
                .windows()
                .getLast();
        assertThat(level.lengthSeconds()).isEqualTo(40.5);
        assertThat(level.little()).hasValueSatisfying(DrainBeforeCountedTest::holds);
    }

    private static void holds(LittleCheck check) {
        assertThat(check.holds()).as(check.cause()).isTrue();
    }

    @Test
    void whatIsLeftOfManyUsersIsNoLoadOnFew() {
        var run = after(LEVEL, new LoadShape.LoopsPerUser(4, 2, Duration.ZERO), 2);
        var counted = run.finish().windows().getLast();
        assertThat(counted.span().startSeconds()).isEqualTo(10);
        assertThat(counted.ledger().leavingSeconds()).isZero();
        assertThat(counted.goodputPerSecond()).hasValue(4);
    }

    @Test
    void aRampThatIsCutInTheMiddleSendsNothingMeanwhile() {
        var run = after(
                new LoadShape.Ramp(0, 40, Duration.ofMillis(9_500)),
                new LoadShape.LoopsPerUser(4, 2, Duration.ZERO),
                3);
        var counted = run.finish().windows().getLast();
        assertThat(counted.requests().count(Outcome.OK)).isEqualTo(8);
        assertThat(sentBetween(run, 9_500, counted)).isZero();
    }

    /** Ten a second over five connections, each for a second: as many wait as are served. */
    @Test
    void whatAnOpenPartHasLeftIsServedBefore() {
        var open = new LoadShape.Open(new RateShape.Constant(10, Duration.ofSeconds(4)), Arrivals.even(), 5);
        var run = after(open, new LoadShape.Burst(5, 2), 2);
        var measurement = run.finish();
        assertThat(measurement.windows().getFirst().requests().count(Outcome.OK))
                .isEqualTo(40);
        var burst = measurement.windows().getLast();
        assertThat(burst.span().startSeconds()).isGreaterThanOrEqualTo(8);
        assertThat(burst.goodputPerSecond()).hasValue(5);
    }

    @Test
    void aHangIsWaitedForUntilItsTimeoutAndNoLonger() {
        var hangs = new boolean[] {true};
        var shape = new LoadShape.Sequence(List.of(LEVEL, new LoadShape.Burst(40, 2)));
        var measurement = VirtualLoad.run(plan(shape), 2, start -> {
            boolean hangsNow = hangs[0] && start >= 9_000 * MILLI;
            hangs[0] = hangs[0] && !hangsNow;
            return hangsNow ? ScriptedResponse.never() : ScriptedResponse.ok(start + 1_000 * MILLI);
        });
        assertThat(measurement.windows().getFirst().requests().count(Outcome.TIMEOUT))
                .isEqualTo(1);
        assertThat(measurement.windows().getLast().span().startSeconds()).isEqualTo(19);
        assertThat(measurement.windows().getLast().goodputPerSecond()).hasValue(40);
    }

    @Test
    void aCountedPartThatLimitsItsTimeHasAllOfIt() {
        var limited = new LoadShape.LoopsPerUser(40, 2, Duration.ZERO, Optional.of(Duration.ofMillis(2_100)));
        var counted = after(LEVEL, limited, 2).finish().windows().getLast();
        assertThat(counted.requests().count(Outcome.OK)).isEqualTo(80);
        assertThat(counted.requests().count(Outcome.STILL_OPEN)).isZero();
    }

    @Test
    void theUserAndTheHardEndEndTheLoadMeanwhile() {
        var stopped = after(LEVEL, new LoadShape.Burst(40, 2), 2);
        stopped.sender.runUntil(9_600 * MILLI);
        stopped.generator.stop();
        assertEndedBeforeTheBurst(stopped.finish());

        var cut = new VirtualLoad(
                plan(
                        new LoadShape.Sequence(List.of(LEVEL, new LoadShape.Burst(40, 2))),
                        Optional.of(Duration.ofMillis(9_600))),
                2,
                Scripts.fixedDelay(Duration.ofSeconds(1)));
        assertEndedBeforeTheBurst(cut.finish());
    }

    private static void assertEndedBeforeTheBurst(Measurement measurement) {
        assertThat(measurement.windows())
                .singleElement()
                .extracting(WindowMeasurement::lengthSeconds)
                .isEqualTo(9.5);
    }

    private static long sentBetween(VirtualLoad run, long fromMillis, WindowMeasurement until) {
        long end = Math.round(until.span().startSeconds() * 1e9);
        return run.sender.sendTimes().stream()
                .filter(nanos -> nanos > fromMillis * MILLI && nanos < end)
                .count();
    }
}
