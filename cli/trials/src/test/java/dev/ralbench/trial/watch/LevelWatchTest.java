package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Knee;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.trial.Climbing;
import dev.ralbench.validity.ValidityJudge;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load of ever more users ends when the target misses its objective. */
class LevelWatchTest {
    private static final long MILLI = 1_000_000L;
    private LoadEnd end = new LoadEnd(LoadEnd.Reason.PLAN, "");
    private @Nullable Climbing climbed;

    private static Slo p99AtMost(String limit) {
        return Slo.of(List.of(MetricLimit.parse(RequestMetrics.P99, "<=" + limit)));
    }

    /** One after the other, a millisecond each: with n users every response takes n ms. */
    private static Script oneAtATime() {
        var free = new AtomicLong();
        return start -> ScriptedResponse.ok(free.updateAndGet(at -> Math.max(at, start) + MILLI));
    }

    private Measurement run(Slo slo, int loops, Script script) {
        climbed = Climbing.with(slo, loops, script);
        end = climbed.end();
        return climbed.measurement();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void afterTwoLevelsThatMissItComeFinerOnesFromTheLastOneKept(int loops) {
        var measurement = run(p99AtMost("100ms"), loops, oneAtATime());

        var levels = measurement.levels().toList();
        assertThat(levels)
                .extracting(WindowMeasurement::usersTo)
                .containsExactly(8, 10, 13, 16, 20, 25, 32, 40, 51, 64, 81, 102, 128, 81, 86, 91, 96);
        assertThat(Objects.requireNonNull(climbed).judged())
                .hasSize(levels.size())
                .startsWith("8 users MET", "10 users MET")
                .endsWith("86 users MET", "91 users MET", "96 users MET")
                .contains("102 users MISSED", "128 users MISSED");
        var knee = Knee.of(measurement, p99AtMost("100ms"));
        assertThat(knee.users()).isEqualTo(96);
        assertThat(knee.fewestMissed()).isEqualTo(102);
        assertThat(knee.estimate().orElseThrow()).isBetween(96.0, 102.0);
        assertThat(end.reason()).isEqualTo(LoadEnd.Reason.ENOUGH);
        assertThat(measurement.windows().getLast().kind()).as("cut short").isEqualTo(WindowKind.WARM_UP);
    }

    @Test
    void aSearchThatEndedEarlyIsJudgedByTheLevelsThatItRan() {
        var measurement = run(p99AtMost("100ms"), 2, oneAtATime());
        var timeline = Objects.requireNonNull(climbed)
                .performed()
                .first(measurement.windows().size());
        var ceiling = new Ceiling(64, 100_000, Optional.empty(), Optional.empty());
        assertThat(ValidityJudge.judge(measurement, timeline, Status.COMPLETE, ceiling, false, Optional.empty()))
                .isEqualTo(Validity.valid());
    }

    @Test
    void itGoesToTheEndWhereNothingIsMissed() {
        var levels = run(p99AtMost("1s"), 2, oneAtATime()).levels().toList();
        assertThat(levels.getLast().usersTo()).isEqualTo(512);
        assertThat(end.reason()).isEqualTo(LoadEnd.Reason.ENOUGH);
    }

    @Test
    void aSingleMissedLevelDoesNotEndTheSearch() {
        long thirdLevel = 13_500 * MILLI;
        var steady = oneAtATime();
        var levels = run(
                        p99AtMost("100ms"),
                        2,
                        start -> start < thirdLevel || start > thirdLevel + 1000 * MILLI
                                ? steady.response(start)
                                : ScriptedResponse.ok(start + 150 * MILLI))
                .levels()
                .toList();
        assertThat(levels).extracting(WindowMeasurement::usersTo).contains(128);
    }

    @Test
    void failuresAreABreachToo() {
        var count = new AtomicLong();
        var levels = run(
                        p99AtMost("1s"),
                        2,
                        start -> count.incrementAndGet() % 50 == 0
                                ? new ScriptedResponse(start + 10 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503")
                                : ScriptedResponse.ok(start + 10 * MILLI))
                .levels()
                .toList();
        assertThat(levels).hasSize(2);
    }

    @Test
    void aTargetThatAnswersNothingMissesEverything() {
        assertThat(run(p99AtMost("1s"), 2, start -> ScriptedResponse.never()).levels())
                .hasSize(2);
    }
}
