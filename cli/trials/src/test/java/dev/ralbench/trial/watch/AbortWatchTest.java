package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.AbortRule;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.WindowListener;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** A load in virtual time, looked at once a second, ends when its requests are beyond a limit. */
class AbortWatchTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final LoadShape MINUTE = new LoadShape.ConstantUsers(10, Duration.ofMinutes(1));
    private static final AbortRule.Limit ERRORS = new AbortRule.Errors(0.05);

    private double endedAtSeconds;
    private Optional<AbortWatch> watched = Optional.empty();
    private Optional<LoadEnd> end = Optional.empty();

    private Measurement run(LoadShape shape, Duration span, Script script, AbortRule.Limit... limits) {
        var rule = Optional.of(new AbortRule(List.of(limits), span));
        var plan = new LoadPlan(
                shape,
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.CONTINUE,
                rule,
                List.of());
        var sender = new ScriptedSender(2, script);
        var recording = new LoadRecording();
        var windows = new Windows();
        var generator = new LoadGenerator(plan, sender, recording, windows);
        var watch = new AbortWatch(rule, generator);
        var ending = generator.start();
        for (int second = 1; !ending.isDone(); second++) {
            sender.runUntil(second * SECOND);
            if (!ending.isDone()) {
                endedAtSeconds = second;
                watch.look(tick(generator, windows.now, second, recording.sample(second * SECOND)));
            }
        }
        watched = Optional.of(watch);
        end = Optional.of(ending.join());
        return recording.finish(plan, generator.performed(), "");
    }

    private static Tick tick(LoadGenerator generator, int window, double seconds, LoadRecording.Second second) {
        return new Tick(
                window,
                Optional.of(generator.phase(window)),
                seconds,
                seconds,
                1,
                second,
                ProbeGlance.NOTHING,
                Optional.empty(),
                CourseSoFar.NONE);
    }

    private static final class Windows implements WindowListener {
        private int now;

        @Override
        public void windowBegan(int window) {
            now = window;
        }

        @Override
        public void windowEnded(int window, Runnable goOn) {
            goOn.run();
        }
    }

    /** 10 ms a response; those that begin at such times fail. */
    private static Script failing(LongPredicate fails) {
        return start -> fails.test(start)
                ? new ScriptedResponse(start + 10 * MILLI, Outcome.UNEXPECTED_STATUS, "status 500")
                : ScriptedResponse.ok(start + 10 * MILLI);
    }

    private String reason() {
        return watched.orElseThrow().reason();
    }

    @Test
    void theLoadEndsAsSoonAsTheSpanHasTooManyFailures() {
        // 1 000/s. From 20 s on every fifth fails: after 3 s that are 600 of 10 000 in 10 s.
        var measurement = run(
                MINUTE,
                Duration.ofSeconds(10),
                failing(start -> start >= 20 * SECOND && start / (10 * MILLI) % 5 == 0),
                ERRORS);

        assertThat(endedAtSeconds).isEqualTo(23);
        assertThat(reason())
                .matches("aborted: errors of 6 % \\(600 of 1000\\d requests\\), limit 5 %, in the 10 s up to"
                        + " 23.0 s of the load");
        assertThat(end.orElseThrow().reason()).isEqualTo(LoadEnd.Reason.ABORTED);
        assertThat(measurement.wholeRun().lengthSeconds()).isBetween(22.9, 23.1);
        assertThatThrownBy(() -> watched.orElseThrow().throwIfSeen()).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
            assertThat(failure.what()).contains("errors of 6 %").contains("23.0 s");
        });
    }

    @Test
    void nothingIsJudgedBeforeTheLoadIsASpanOld() {
        run(MINUTE, Duration.ofSeconds(15), failing(start -> true), ERRORS);
        assertThat(endedAtSeconds).isEqualTo(15);
    }

    @Test
    void aShortBreakIsNoReasonIfTheSpanIsLong() {
        // 1 s of failures is 1/30 of 30 s, and 1/10 of 10 s.
        var breaks = failing(start -> start >= 40 * SECOND && start < 41 * SECOND);
        run(MINUTE, Duration.ofSeconds(30), breaks, ERRORS);

        assertThat(reason()).isEmpty();
        assertThat(end.orElseThrow().reason()).isEqualTo(LoadEnd.Reason.PLAN);
        assertThatCode(() -> watched.orElseThrow().throwIfSeen()).doesNotThrowAnyException();

        run(MINUTE, Duration.ofSeconds(10), breaks, ERRORS);
        assertThat(endedAtSeconds).isEqualTo(41);
    }

    @Test
    void aShareAtTheLimitIsWithinIt() {
        // of 100 steps of 10 ms, five
        run(MINUTE, Duration.ofSeconds(10), failing(start -> start / (10 * MILLI) % 20 == 7), ERRORS);
        assertThat(reason()).isEmpty();
    }

    @Test
    void fewerThanTenFailuresAreNoReason() {
        // One user, 1 s a response, all fail: nine in nine seconds.
        var one = new LoadShape.ConstantUsers(1, Duration.ofMinutes(1));
        Script slow = start -> new ScriptedResponse(start + SECOND, Outcome.UNEXPECTED_STATUS, "status 500");
        run(one, Duration.ofSeconds(9), slow, ERRORS);
        assertThat(reason()).isEmpty();

        run(one, Duration.ofSeconds(12), slow, ERRORS);
        assertThat(reason()).contains("errors of 100 %").contains("of the load");
    }

    @Test
    void failuresOfAWarmUpDoNotCount() {
        // The warm-up takes 20 s, and all of its requests fail.
        var warm = new LoadShape.WarmedUp(MINUTE, OptionalInt.of(10), 20_000);
        run(warm, Duration.ofSeconds(10), failing(start -> start < 20 * SECOND), ERRORS);
        assertThat(reason()).isEmpty();

        run(warm, Duration.ofSeconds(10), failing(start -> start < 40 * SECOND), ERRORS);
        assertThat(endedAtSeconds).isBetween(30.0, 31.0);
    }

    @Test
    void slowResponsesAreHeldAgainstTheirPercentile() {
        // From 20 s on every fortieth step takes 300 ms: some 2.5 % of the responses.
        Script slower = start -> ScriptedResponse.ok(
                start + (start >= 20 * SECOND && start / (10 * MILLI) % 40 == 0 ? 300 : 10) * MILLI);
        var p99 = new AbortRule.SlowResponses("p99", 99, Duration.ofMillis(200));
        var p90 = new AbortRule.SlowResponses("p90", 90, Duration.ofMillis(200));

        run(MINUTE, Duration.ofSeconds(10), slower, p90, ERRORS);
        assertThat(reason()).isEmpty();

        run(MINUTE, Duration.ofSeconds(10), slower, p90, p99);
        assertThat(endedAtSeconds).isBetween(21.0, 30.0);
        assertThat(reason())
                .startsWith("aborted: p99 above the limit of 200 ms (")
                .contains("responses were slower)");
    }
}
