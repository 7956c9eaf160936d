package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between a counted window and the next one the load waits for whoever looks at what has been done. */
class WindowPauseTest {
    private static final long MILLI = 1_000_000L;
    private static final LoadShape ROUND = new LoadShape.LoopsPerUser(10, 3, Duration.ZERO);
    private static final LoadShape TWO_ROUNDS = new LoadShape.Repeated(ROUND, 2);

    @SuppressWarnings("unused") // it does nothing with either
    private static void never(VirtualLoad load, Runnable goOn) {}

    private static BiConsumer<VirtualLoad, Runnable> after(long millis) {
        return (load, goOn) -> {
            var loop = load.sender.loops().getFirst();
            loop.schedule(loop.nanoTime() + millis * MILLI, goOn);
        };
    }

    private static VirtualLoad load(LoadShape shape, int loops, BiConsumer<VirtualLoad, Runnable> afterCounted) {
        return new VirtualLoad(plan(shape), loops, Scripts.fixedDelay(Duration.ofMillis(100)), afterCounted);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void nothingIsSentUntilTheListenerSaysSo(int loops) {
        var sentAtEnd = new ArrayList<Integer>();
        var run = load(TWO_ROUNDS, loops, (load, goOn) -> {
            after(500).accept(load, () -> {
                sentAtEnd.add(load.sender.sendTimes().size());
                goOn.run();
            });
        });
        var measurement = run.finish();
        assertThat(sentAtEnd).containsExactly(30);
        assertThat(run.sender.sendTimes().get(30)).isEqualTo(800 * MILLI);
        assertThat(measurement.windows())
                .extracting(WindowMeasurement::lengthSeconds)
                .containsExactly(0.3, 0.3);
        assertThat(measurement.windows().getLast().span().startSeconds()).isEqualTo(0.8);
    }

    @Test
    void thePauseCountsForNoUser() {
        var whole = load(TWO_ROUNDS, 2, after(500)).finish().wholeRun();
        assertThat(whole.lengthSeconds()).isEqualTo(0.6, within(1e-9));
        assertThat(whole.goodputPerSecond().orElseThrow()).isEqualTo(100, within(1e-6));
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(6, within(1e-9));
        assertThat(whole.requests().longestStallSeconds()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void aListenerThatNeverAnswersIsWaitedForTwoSeconds() {
        var run = load(TWO_ROUNDS, 2, WindowPauseTest::never);
        assertThat(run.finish().windows()).hasSize(2);
        assertThat(run.sender.sendTimes().get(30)).isEqualTo(2_300 * MILLI);
    }

    @Test
    void aResponseThatComesTooLateOrTwiceBeginsNothing() {
        var late = load(new LoadShape.Repeated(ROUND, 3), 2, after(2_100));
        late.finish();
        assertThat(late.windows).containsExactly(0, 1, 2);
        assertThat(late.sender.sendTimes()).hasSize(90);

        var twice = load(TWO_ROUNDS, 2, (load, goOn) -> {
            goOn.run();
            goOn.run();
        });
        twice.finish();
        assertThat(twice.windows).containsExactly(0, 1);
    }

    @Test
    void windowsOfAPlannedLengthFollowEachOtherWithoutAPause() {
        var level = new LoadShape.ConstantUsers(5, Duration.ofSeconds(1));
        var ended = new ArrayList<Long>();
        var run = load(new LoadShape.Sequence(List.of(level, level, ROUND, level)), 2, (load, goOn) -> {
            ended.add(load.sender.clock().nanoTime());
            after(500).accept(load, goOn);
        });
        var windows = run.finish().windows();
        assertThat(windows.get(1).span().startSeconds()).isEqualTo(1);
        assertThat(ended).as("before the counted one and after it").containsExactly(2_000 * MILLI, 2_800 * MILLI);
        assertThat(windows.get(2).span().startSeconds()).isEqualTo(2.5);
        assertThat(windows.get(3).span().startSeconds()).isEqualTo(3.3);
        assertThat(windows.get(3).lengthSeconds()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aWindowWhoseTimeIsOverIsHandedOverTheSameWay(int loops) {
        var limited = new LoadShape.LoopsPerUser(10, 1, Duration.ofSeconds(8), Optional.of(Duration.ofSeconds(5)));
        var run = new VirtualLoad(
                plan(new LoadShape.Sequence(List.of(limited, ROUND))),
                loops,
                start -> start < 5_000 * MILLI ? ScriptedResponse.never() : ScriptedResponse.ok(start + 100 * MILLI),
                after(1_900));
        var windows = run.finish().windows();
        assertThat(windows.getFirst().lengthSeconds()).isEqualTo(5);
        assertThat(windows.getFirst().requests().count(Outcome.STILL_OPEN)).isEqualTo(6);
        assertThat(windows.getLast().span().startSeconds()).isEqualTo(6.9);
        assertThat(windows.getLast().requests().count(Outcome.OK)).isEqualTo(30);
        assertThat(run.sender.sendTimes()).noneMatch(nanos -> nanos >= 5_000 * MILLI && nanos < 6_900 * MILLI);
    }

    @Test
    void theHardEndComesDuringThePauseToo() {
        var run = new VirtualLoad(
                plan(TWO_ROUNDS, Optional.of(Duration.ofSeconds(1))),
                2,
                Scripts.fixedDelay(Duration.ofMillis(100)),
                WindowPauseTest::never);
        run.sender.runUntil(1_000 * MILLI);
        assertThat(run.end).isCompleted();
        assertEndedInThePause(run, LoadEnd.Reason.PLAN);
    }

    @Test
    void theUserEndsTheLoadDuringThePause() {
        var stopped = load(TWO_ROUNDS, 2, WindowPauseTest::never);
        stopped.sender.runUntil(700 * MILLI);
        stopped.generator.stop();
        stopped.sender.runUntil(700 * MILLI);
        assertThat(stopped.end).isCompleted();
        assertEndedInThePause(stopped, LoadEnd.Reason.STOPPED);

        var aborted = load(TWO_ROUNDS, 2, WindowPauseTest::never);
        aborted.sender.runUntil(700 * MILLI);
        aborted.generator.abort();
        aborted.sender.runUntil(700 * MILLI);
        assertThat(aborted.end).isCompleted();
        assertEndedInThePause(aborted, LoadEnd.Reason.ABORTED);
    }

    private static void assertEndedInThePause(VirtualLoad run, LoadEnd.Reason reason) {
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(reason);
        assertThat(measurement.windows()).hasSize(1);
        assertThat(measurement.windows().getFirst().lengthSeconds()).isEqualTo(0.3);
        assertThat(measurement.wholeRun().lengthSeconds()).isEqualTo(0.3);
        assertThat(measurement.wholeRun().requests().longestStallSeconds()).isEqualTo(0.1, within(1e-9));
        assertThat(run.sender.sendTimes()).hasSize(30);
        assertThat(run.windows).containsExactly(0);
    }
}
