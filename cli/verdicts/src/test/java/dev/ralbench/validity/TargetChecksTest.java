package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Usages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A target that keeps its users waiting is not valid because few requests are in flight; a slow one is. */
class TargetChecksTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private static LoadShape users(int users, int seconds) {
        return new LoadShape.ConstantUsers(users, Duration.ofSeconds(seconds));
    }

    private static LoadShape open(double perSecond, int seconds) {
        return new LoadShape.Open(
                new RateShape.Constant(perSecond, Duration.ofSeconds(seconds)), Arrivals.even(), 1000);
    }

    private static LoadPlan plan(LoadShape shape, Duration timeout, Duration think) {
        return new LoadPlan(shape, Optional.empty(), timeout, think, true, LoadPlan.OnFailure.CONTINUE);
    }

    private static LoadPlan plan(LoadShape shape) {
        return plan(shape, Duration.ofSeconds(10), Duration.ZERO);
    }

    private static Measurement measure(LoadPlan plan, Script script) {
        var sender = new ScriptedSender(2, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        return recording.finish(plan, "");
    }

    private static Measurement measure(LoadShape shape, Script script) {
        return measure(plan(shape), script);
    }

    private static CheckFinding only(Measurement measurement) {
        var findings = TargetChecks.of(measurement);
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static Script frozen(double from, double until, long usualNanos) {
        return start -> {
            boolean isFrozen = start >= from * SECOND && start < until * SECOND;
            return ScriptedResponse.ok((isFrozen ? (long) (until * SECOND) : start) + usualNanos);
        };
    }

    private static Script silentFrom(double second) {
        return start -> start < second * SECOND ? ScriptedResponse.ok(start + 5 * MILLI) : ScriptedResponse.never();
    }

    @Test
    void aTargetThatAnswersNothingIsInvalid() {
        var finding = only(measure(users(4, 8), start -> ScriptedResponse.never()));

        assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
        assertThat(finding.reason()).isEqualTo("level 4: in 8.0 s no request ended: the target answered nothing");
    }

    @Test
    void soIsOneThatAnswersNothingOfAnOpenLoadOrAcceptsNoConnection() {
        assertThat(only(measure(open(20, 8), start -> ScriptedResponse.never())).reason())
                .isEqualTo("level 20/s: in 8.0 s no request ended: the target answered nothing");
        var unreachable = measure(users(4, 8), new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.never();
            }

            @Override
            public long connectNanos(long startNanos) {
                return 60 * SECOND;
            }
        });
        assertThat(only(unreachable).reason()).contains("level 4: in 8.0 s no request ended");
    }

    @Test
    void oneLevelOfManyWithoutAResponseIsEnough() {
        var shape = new LoadShape.Sequence(List.of(users(20, 10), users(30, 2)));

        var finding = only(measure(shape, silentFrom(10)));
        assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
        assertThat(finding.reason())
                .contains("level 30: no request succeeded for 1.8 of 2.0 s (87.5 %", "while 30 users waited");
    }

    @Test
    void aLevelOfFailuresIsInvalidHoweverFewTheyAreAmongTheOthers() {
        var shape = new LoadShape.Sequence(List.of(new LoadShape.LoopsPerUser(20, 1000, Duration.ZERO), users(30, 2)));
        var measurement = measure(
                shape,
                start -> start < SECOND
                        ? ScriptedResponse.ok(start + MILLI)
                        : new ScriptedResponse(start + 500 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503"));

        assertThat(only(measurement).reason()).matches("level 30: in 2\\.0 s no request succeeded, and \\d+ failed");
    }

    @ParameterizedTest
    @CsvSource({"10", "2", "1"})
    @Disturbance(value = "a target is frozen in mid-level, timeout in s:", then = "invalid, and the stall is named")
    void aTargetThatStopsInMidLevelIsInvalidAndTheStallIsNamed(int timeoutSeconds) {
        var finding =
                only(measure(plan(users(4, 12), Duration.ofSeconds(timeoutSeconds), Duration.ZERO), silentFrom(3)));

        assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
        assertThat(finding.reason())
                .isEqualTo("level 4: no request succeeded for 8.8 of 12.0 s (72.9 %, at most 5.0 %), from 3.3 s of the"
                        + " load on, while 4 users waited: the target, or something that it depends on, stood still");
    }

    @ParameterizedTest
    @CsvSource({
        // from, until, usual response time in ms
        "4, 9, 5, INVALID, from 4.3 s",
        "4, 9, 200, INVALID, from 4.3 s",
        "4, 5.5, 5, SUSPECT, (10.4 %",
        "3.1, 11.9, 500, INVALID, while 4 users waited",
    })
    void aTargetThatGoesOnAfterAStallIsNotValid(
            double from, double until, long usualMillis, ValidityLevel verdict, String words) {
        var finding = only(measure(users(4, 12), frozen(from, until, usualMillis * MILLI)));

        assertThat(finding.validity()).isEqualTo(verdict);
        assertThat(finding.reason()).contains("level 4: no request succeeded for", words);
    }

    @Test
    void severalStallsOfALevelAddUp() {
        var finding = only(measure(
                users(4, 30),
                start -> ScriptedResponse.ok(start + (start / SECOND % 10 == 4 ? 2 * SECOND : 5 * MILLI))));

        assertThat(finding.validity()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(finding.reason()).contains("in 3 stalls, the longest of 1.8 s");
    }

    @Test
    void whatArrivesAtARateWaitsToo() {
        var finding = only(measure(open(100, 12), frozen(4, 9, 5 * MILLI)));

        assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
        assertThat(finding.reason()).contains("level 100/s", "for 4.8 of 12.0 s", "while 500 requests waited");
    }

    @Test
    void usersThatCannotConnectAnyMoreWaitToo() {
        var finding = only(measure(users(4, 12), new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + MILLI);
            }

            @Override
            public int requestsPerConnection() {
                return 100;
            }

            @Override
            public long connectNanos(long startNanos) {
                return startNanos < 3 * SECOND ? 0 : -1;
            }
        }));

        assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
        assertThat(finding.reason()).contains("while 4 users waited");
    }

    /** Two of four users hang twice until their requests time out; the others go on. */
    @Test
    void theTimeOfUsersCountsAndNotOnlyTheirRequests() {
        var hung = new AtomicLong();
        var measurement = measure(plan(users(4, 20), Duration.ofSeconds(4), Duration.ZERO), start -> {
            boolean hangs = start / SECOND % 10 == 4 && hung.get() < 2 + 2 * (start / SECOND / 10);
            return hangs && hung.incrementAndGet() > 0
                    ? ScriptedResponse.never()
                    : ScriptedResponse.ok(start + 5 * MILLI);
        });

        assertThat(measurement.wholeRun().requests().errorShare().orElseThrow()).isLessThan(0.001);
        assertThat(only(measurement))
                .isEqualTo(new CheckFinding(
                        ValidityLevel.SUSPECT,
                        "level 4: users spent 20.0 % of their time on the 4 requests that failed (at most 5.0 %)"));
    }

    static Stream<Arguments> healthy() {
        var random = new Random(7);
        return Stream.of(
                Arguments.of("500 ms, one user", plan(users(1, 10)), frozen(0, 0, 500 * MILLI)),
                Arguments.of("500 ms, in step", plan(users(64, 10)), frozen(0, 0, 500 * MILLI)),
                Arguments.of("3 s, one user", plan(users(1, 20)), frozen(0, 0, 3 * SECOND)),
                Arguments.of("3 s, in step", plan(users(4, 12)), frozen(0, 0, 3 * SECOND)),
                Arguments.of("fast", plan(users(4, 12)), frozen(0, 0, 5 * MILLI)),
                Arguments.of("a pause of 0.9 s", plan(users(4, 12)), frozen(4, 4.9, 5 * MILLI)),
                Arguments.of("one in six is slow, one user", plan(users(1, 30)), slowEachSixth()),
                Arguments.of("by chance, one user", plan(users(1, 60)), (Script) start ->
                        ScriptedResponse.ok(start + (long) (300 * MILLI * -Math.log(1 - random.nextDouble())))),
                Arguments.of("by chance, three users", plan(users(3, 60)), (Script)
                        start -> ScriptedResponse.ok(start + (long) (300 * MILLI * Math.exp(random.nextGaussian())))),
                Arguments.of(
                        "users that think",
                        plan(users(2, 20), Duration.ofSeconds(10), Duration.ofSeconds(3)),
                        frozen(0, 0, 5 * MILLI)),
                Arguments.of(
                        "users that think for longer than a level",
                        plan(
                                new LoadShape.Sequence(List.of(users(2, 3), users(2, 2))),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(10)),
                        frozen(0, 0, 5 * MILLI)),
                Arguments.of("ramp down", plan(rampDown()), frozen(0, 0, 700 * MILLI)),
                Arguments.of("stairs", plan(stairs()), frozen(0, 0, 500 * MILLI)),
                Arguments.of("a low rate", plan(open(0.5, 20)), frozen(0, 0, 5 * MILLI)),
                Arguments.of("a low rate, slow", plan(open(0.5, 20)), frozen(0, 0, 1500 * MILLI)),
                Arguments.of("a rate", plan(open(50, 10)), frozen(0, 0, 200 * MILLI)),
                Arguments.of("overload", plan(open(50, 10)), oneAtATime(40 * MILLI)),
                Arguments.of(
                        "counted, and cold",
                        plan(new LoadShape.LoopsPerUser(10, 10, Duration.ZERO)),
                        frozen(0, 4, 20 * MILLI)),
                Arguments.of(
                        "in turns",
                        plan(users(16, 1))
                                .inTurns(new LoadShape.Turns(
                                        List.of(4, 16), 3, Duration.ofSeconds(2), Duration.ofMillis(200))),
                        frozen(0, 0, 500 * MILLI)),
                Arguments.of(
                        "one request of a load in turns that times out after its window",
                        plan(users(16, 1))
                                .inTurns(new LoadShape.Turns(
                                        List.of(16), 6, Duration.ofSeconds(2), Duration.ofMillis(200))),
                        oneNever()),
                Arguments.of(
                        "a slow warm-up",
                        plan(new LoadShape.WarmedUp(users(16, 10), OptionalInt.empty(), 100)),
                        frozen(0, 5, 20 * MILLI)));
    }

    private static Script slowEachSixth() {
        var count = new AtomicLong();
        return start -> ScriptedResponse.ok(start + (count.incrementAndGet() % 6 == 0 ? 2 * SECOND : 10 * MILLI));
    }

    private static Script oneNever() {
        var count = new AtomicLong();
        return start ->
                count.incrementAndGet() == 10_000 ? ScriptedResponse.never() : ScriptedResponse.ok(start + 5 * MILLI);
    }

    private static Script oneAtATime(long nanos) {
        var free = new AtomicLong();
        return start -> ScriptedResponse.ok(free.updateAndGet(before -> Math.max(before, start) + nanos));
    }

    private static LoadShape rampDown() {
        return new LoadShape.Sequence(
                List.of(users(16, 5), new LoadShape.Ramp(16, 0, Duration.ofSeconds(5)), users(1, 5)));
    }

    private static LoadShape stairs() {
        return new LoadShape.Stairs(0, 8, 4, Duration.ofSeconds(2), Duration.ofSeconds(3));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("healthy")
    void aSlowTargetIsAHealthyOne(String name, LoadPlan plan, Script script) {
        assertThat(TargetChecks.of(measure(plan, script))).as(name).isEmpty();
    }

    /** What it takes for its first response is a part of what is measured where nothing has warmed it up. */
    @Test
    void aColdTargetIsSuspectAtMost() {
        var finding = only(measure(users(4, 10), frozen(0, 4.2, 5 * MILLI)));

        assertThat(finding.validity()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(finding.reason()).contains("from 0.0 s of the load on");
    }

    @Test
    void aStallInWhichRalbenchItselfStoodStillIsNotBlamedOnTheTarget() {
        var frozen = measure(users(4, 12), frozen(4, 9, 5 * MILLI));
        var lag = Distributions.between(5_000, 0.02, 4_900);
        var usage = Usages.hampered(Usages.calm(12), 0, 0, lag);
        var windows = frozen.windows().stream()
                .map(window -> window.with(Optional.empty(), Optional.of(usage)))
                .toList();

        assertThat(TargetChecks.isAtFault(frozen)).isTrue();
        assertThat(TargetChecks.of(Copy.of(frozen).with("windows", windows).made()))
                .isEmpty();
    }

    @Test
    void aLoadThatWasStoppedHasBeenTooShortForAResponse() {
        var stopped = measure(users(4, 8), start -> ScriptedResponse.never()).stoppedBecause("stopped by the user");

        assertThat(TargetChecks.of(stopped)).isEmpty();
    }

    @Test
    void whereFailuresAreExpectedThereMustStillBeAnEndOfARequest() {
        var hanging = measure(plan(users(4, 12), Duration.ofSeconds(5), Duration.ZERO), silentFrom(3));

        assertThat(TargetChecks.exceptFailures(hanging)).isEmpty();
        assertThat(TargetChecks.exceptFailures(measure(users(4, 8), start -> ScriptedResponse.never())))
                .singleElement()
                .extracting(CheckFinding::validity)
                .isEqualTo(ValidityLevel.INVALID);
    }

    @ParameterizedTest
    @CsvSource({"1, SUSPECT", "2000, INVALID"})
    void bytesThatBelongToNoRequestAreNamed(long count, ValidityLevel verdict) {
        var sound = measure(users(4, 12), frozen(0, 0, 5 * MILLI));
        var surplus = Copy.of(sound)
                .with("failureDetails", Map.of(Measurement.SURPLUS, count))
                .made();

        assertThat(only(surplus).validity()).isEqualTo(verdict);
        assertThat(only(surplus).reason())
                .startsWith("the target sent bytes that belong to no request, " + count + " times (at most 0)");
    }
}
