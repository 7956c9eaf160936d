package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadRecordingTest {
    private static final long SECOND = 1_000_000_000L;

    private static LoadPlan constant(int users, int seconds) {
        return plan(new LoadShape.ConstantUsers(users, Duration.ofSeconds(seconds)));
    }

    private static LoadPlan plan(LoadShape shape) {
        return LoadPlan.of(shape, Duration.ofSeconds(10));
    }

    private static Measurement record(LoadPlan plan, int loops, Script script) {
        return record(plan, loops, script, 1);
    }

    private static Measurement record(LoadPlan plan, int loops, Script script, int secondsPerSample) {
        var sender = new ScriptedSender(loops, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        for (long second = secondsPerSample; !end.isDone(); second += secondsPerSample) {
            sender.runUntil(second * SECOND);
            recording.sample(second * SECOND);
        }
        return recording.finish(plan, "");
    }

    /** Requests that would be answered in the stall are answered at its end. */
    private static Script stall(long fromNanos, long toNanos) {
        return start -> {
            long end = start + 5_000_000;
            return ScriptedResponse.ok(end > fromNanos && end < toNanos ? toNanos + (end - fromNanos) / 1_000 : end);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aStallOfTwoSecondsIsReportedWithinTwoPerCent(int loops) {
        var measurement = record(constant(16, 60), loops, stall(20 * SECOND, 22 * SECOND));
        assertThat(measurement.wholeRun().requests().longestStallSeconds()).isEqualTo(2, within(0.04));
    }

    @Test
    void aLoopWithoutUsersDoesNotHideAStall() {
        var measurement = record(constant(1, 60), 4, stall(20 * SECOND, 22 * SECOND));
        assertThat(measurement.wholeRun().requests().longestStallSeconds()).isEqualTo(2, within(0.04));
    }

    @Test
    void everyCompletionIsInOneSlotOfTheSeries() {
        var measurement = record(constant(10, 30), 3, Scripts.fixedDelay(Duration.ofMillis(90)));
        assertThat(measurement.series().slotSeconds()).isEqualTo(0.25);
        assertThat(measurement.series().slots()).hasSize(120);
        assertThat(measurement.series().slots().stream()
                        .mapToLong(Series.Slot::completions)
                        .sum())
                .isEqualTo(measurement.wholeRun().requests().count(Outcome.OK));
        assertThat(measurement.series().slots().get(60).users()).isEqualTo(10);
    }

    /** Five waves of two hundred, a second and a half apart. */
    @Test
    void thePeakOfABurstIsItsLargestWave() {
        var burst = plan(new LoadShape.Burst(1000, 1));
        var measurement = record(burst, 2, Scripts.workers(200, Duration.ofMillis(1500)));
        var window = measurement.windows().getFirst();

        assertThat(RequestMetrics.PEAK_PER_SECOND.of(window)).hasValue(200);
        assertThat(RequestMetrics.PEAK_PER_SECOND.of(measurement.wholeRun())).hasValue(200);
        assertThat(RequestMetrics.TOTAL_TIME.of(window).orElseThrow()).isEqualTo(7.5, within(0.01));
    }

    @Test
    void percentilesOverTimeFollowTheService() {
        var measurement = record(
                constant(300, 10),
                2,
                start -> ScriptedResponse.ok(start + (start < 5 * SECOND ? 100_000_000L : 200_000_000L)));
        var slots = measurement.series().slots();
        assertThat(slots.get(8).p50Millis().getAsDouble()).isEqualTo(100, within(0.2));
        assertThat(slots.get(36).p50Millis().getAsDouble()).isEqualTo(200, within(0.3));
    }

    @Test
    void goodputOfTheLastLevelIsNotLoweredByTheRequestsThatAreDropped() {
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.ConstantUsers(50, Duration.ofSeconds(10)),
                new LoadShape.ConstantUsers(100, Duration.ofSeconds(10))));
        var levels = record(plan(shape), 2, Scripts.workers(50, Duration.ofSeconds(1)))
                .windows();
        assertThat(levels.getLast().goodputPerSecond().getAsDouble()).isEqualTo(50, within(0.1));
    }

    @Test
    void windowsAddUpToTheWholeRun() {
        var measurement = record(
                plan(new LoadShape.Stairs(0, 20, 3, Duration.ofSeconds(2), Duration.ofSeconds(4))),
                2,
                Scripts.fixedDelay(Duration.ofMillis(70)));
        var whole = measurement.wholeRun();
        for (var outcome : Outcome.values()) {
            assertThat(measurement.windows().stream()
                            .mapToLong(w -> w.requests().count(outcome))
                            .sum())
                    .isEqualTo(whole.requests().count(outcome));
        }
        assertThat(measurement.windows().stream()
                        .mapToLong(w -> w.requests().completions().ended())
                        .sum())
                .isEqualTo(whole.requests().ended());
        assertThat(measurement.windows().stream()
                        .mapToDouble(w -> w.ledger().offeredSeconds())
                        .sum())
                .isEqualTo(whole.ledger().offeredSeconds(), within(1e-6));
    }

    /** After 2 048 s slots of 250 ms are folded a second time; 1 024 samples fill the percentiles over time. */
    @Test
    void memoryDoesNotGrowWithTheLengthOfTheRun() {
        var measurement = record(constant(1, 2_100), 1, Scripts.fixedDelay(Duration.ofSeconds(1)), 2);
        assertThat(measurement.series().slots().size()).isLessThanOrEqualTo(SlotTally.MOST_SLOTS);
        assertThat(measurement.series().slotSeconds()).isEqualTo(1.0);
    }

    @Test
    void totalsOfTwoMomentsTellWhatHappenedBetween() {
        var sender = new ScriptedSender(
                2, start -> ScriptedResponse.ok(start + (start < 5 * SECOND ? 100 : 50) * SECOND / 1000));
        var recording = new LoadRecording();
        var end = new LoadGenerator(constant(10, 10), sender, recording, window -> {}).start();
        sender.runUntil(5 * SECOND);
        var before = recording.sample(5 * SECOND).soFar();
        sender.runUntil(10 * SECOND);
        recording.goesOn(8 * SECOND); // as if it had rested for three seconds
        var news = recording.sample(10 * SECOND).soFar().since(before);

        assertThat(end).isDone();
        assertThat(before.seconds()).isEqualTo(5, within(1e-9));
        assertThat(before.responsesPerSecond()).isEqualTo(100, within(3.0));
        assertThat(before.percentileMillis(50).orElseThrow()).isEqualTo(100, within(0.2));
        assertThat(news.seconds()).isEqualTo(2, within(1e-9));
        assertThat(news.ended()).isBetween(980L, 1_000L);
        assertThat(news.failures()).isZero();
        assertThat(news.percentileMillis(50).orElseThrow()).isEqualTo(50, within(0.2));
    }

    @Test
    void requestsAndTheirRateAreOfTheSameRequestsAfterAWarmUp() {
        var shape =
                new LoadShape.WarmedUp(new LoadShape.ConstantUsers(20, Duration.ofSeconds(3)), OptionalInt.of(20), 20);
        var delays = new AtomicLong();
        Script outOfStep = start -> ScriptedResponse.ok(start + (100 + delays.incrementAndGet() % 20) * 1_000_000);
        var whole = record(plan(shape), 1, outOfStep).wholeRun();
        double requests = RequestMetrics.REQUESTS.of(whole).orElseThrow();

        assertThat(requests / whole.lengthSeconds())
                .isEqualTo(RequestMetrics.REQUESTS_PER_SECOND.of(whole).orElseThrow(), within(1e-9));
        assertThat(requests)
                .as("those that were in flight when the warm-up ended are among them")
                .isGreaterThan((double) whole.requests().ended());
    }
}
