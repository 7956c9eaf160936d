package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidityJudgeTest {
    private static final LoadPlan PLAN = plan(20);
    private static final Ceiling CEILING = new Ceiling(64, 100_000, Optional.of(0.6), Optional.of(1.2));

    private static LoadPlan plan(int users) {
        return LoadPlan.of(new LoadShape.ConstantUsers(users, Duration.ofSeconds(10)), Duration.ofSeconds(2));
    }

    private static Measurement measure(Script script) {
        var sender = new ScriptedSender(1, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(PLAN, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        return recording.finish(PLAN, "");
    }

    private static Validity judge(Measurement measurement) {
        return ValidityJudge.judge(measurement, PLAN.timeline(), Status.COMPLETE, CEILING, false, Optional.empty());
    }

    private static Measurement using(Measurement measurement, double cores, double busy) {
        return using(measurement, Usages.of(10, cores, busy));
    }

    private static final Script SOUND = start -> ScriptedResponse.ok(start + 50_000_000);

    @Test
    void aCleanTrialIsValid() {
        assertThat(judge(using(measure(SOUND), 0.3, 0.5))).isEqualTo(Validity.valid());
    }

    @Test
    void tooManyErrorsMakeATrialInvalid() {
        var count = new AtomicLong();
        var validity = judge(measure(start -> count.getAndIncrement() % 10 == 0
                ? new ScriptedResponse(start + 50_000_000, Outcome.UNEXPECTED_STATUS, "status 503")
                : ScriptedResponse.ok(start + 50_000_000)));
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons()).singleElement().asString().contains("10.0 %");
    }

    @Test
    void aTargetThatAnswersNothingMakesATrialInvalid() {
        var patient = LoadPlan.of(new LoadShape.ConstantUsers(4, Duration.ofSeconds(8)), Duration.ofSeconds(10));
        var sender = new ScriptedSender(1, start -> ScriptedResponse.never());
        var recording = new LoadRecording();
        var end = new LoadGenerator(patient, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        var silent = ValidityJudge.judge(
                recording.finish(patient, ""), patient.timeline(), Status.COMPLETE, CEILING, false, Optional.empty());
        assertThat(silent.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(silent.reasons()).containsExactly("level 4: in 8.0 s no request ended: the target answered nothing");
    }

    @Test
    void expectedFailuresAreNoFinding() {
        var failing =
                measure(start -> new ScriptedResponse(start + 50_000_000, Outcome.UNEXPECTED_STATUS, "status 503"));
        assertThat(ValidityJudge.judge(failing, PLAN.timeline(), Status.COMPLETE, CEILING, true, Optional.empty()))
                .isEqualTo(Validity.valid());
        assertThat(ValidityJudge.judge(
                                using(failing, 0.8, 0.98),
                                PLAN.timeline(),
                                Status.COMPLETE,
                                CEILING,
                                true,
                                Optional.empty())
                        .verdict())
                .as("of anything else there is")
                .isEqualTo(ValidityLevel.SUSPECT);
        assertThat(ValidityJudge.judge(failing, plan(22).timeline(), Status.COMPLETE, CEILING, true, Optional.empty())
                        .verdict())
                .isEqualTo(ValidityLevel.INVALID);
    }

    private static Measurement using(Measurement measurement, GeneratorUsage usage) {
        var windows = measurement.windows().stream()
                .map(window -> window.with(Optional.empty(), Optional.of(usage)))
                .toList();
        return Copy.of(measurement).with("windows", windows).made();
    }

    @ParameterizedTest
    @CsvSource({
        "0.09, 0, VALID, ''",
        "0.11, 0, INVALID, 11.0 %",
        "0, 100, VALID, ''",
        "0, 120, SUSPECT, swapped 12 pages per second",
        "0, 3000, INVALID, swapped 300 pages per second"
    })
    void aMachineThatIsDisturbedMakesATrialInvalid(double steal, long swapped, ValidityLevel verdict, String reason) {
        var usage = Usages.disturbed(Usages.of(10, 0.3, 0.5), steal, swapped);
        var validity = judge(using(measure(SOUND), usage));
        assertThat(validity.verdict()).isEqualTo(verdict);
        assertThat(String.join("", validity.reasons())).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        // seconds of ten, and milliseconds of lag next to response times of 50
        "0, 0, 1, VALID, ''",
        "0.2, 0, 1, INVALID, stand still for 2.0 % of the time at 20 users",
        "0, 0.3, 1, SUSPECT, garbage collections took 3.0 % of the time at 20 users",
        "0, 0, 4, VALID, ''",
        "0, 0, 6, SUSPECT, late by 6.",
    })
    void aGeneratorThatWasHeldUpIsSuspect(
            double throttled, double collected, double lag, ValidityLevel verdict, String reason) {
        var usage =
                Usages.hampered(Usages.calm(10), throttled, collected, Distributions.between(1000, lag * 0.99, lag));
        var validity = judge(using(measure(SOUND), usage));
        assertThat(validity.verdict()).isEqualTo(verdict);
        assertThat(String.join("", validity.reasons())).contains(reason);
    }

    /** The same lag that matters next to 50 ms is nothing next to a second, and a timer's usual lag is nothing at all. */
    @Test
    void lagCountsNextToResponseTimesOnly() {
        var late = Usages.hampered(Usages.calm(10), 0, 0, Distributions.between(1000, 5.9, 6));
        var usual = Usages.hampered(Usages.calm(10), 0, 0, Distributions.between(1000, 0.8, 0.9));

        assertThat(judge(using(measure(start -> ScriptedResponse.ok(start + 1_000_000_000)), late))
                        .verdict())
                .isEqualTo(ValidityLevel.VALID);
        assertThat(judge(using(measure(start -> ScriptedResponse.ok(start + 1_000_000)), usual))
                        .verdict())
                .isEqualTo(ValidityLevel.VALID);
    }

    /** Twenty users with responses of 50 ms are 400 requests per second. */
    @ParameterizedTest
    @CsvSource({"600, VALID, ''", "500, SUSPECT, 79.6 % of what the generator could send"})
    void aLoadNearTheGeneratorsCeilingIsSuspect(double ceiling, ValidityLevel verdict, String reason) {
        var validity = ValidityJudge.judge(
                measure(SOUND),
                PLAN.timeline(),
                Status.COMPLETE,
                new Ceiling(64, ceiling, Optional.empty(), Optional.empty()),
                false,
                Optional.empty());
        assertThat(validity.verdict()).isEqualTo(verdict);
        assertThat(String.join("", validity.reasons())).contains(reason);
    }

    @Test
    void oneTickInAShortWindowIsNoDisturbance() {
        var usage = Usages.disturbed(Usages.of(0.04, 2, 0.5), 0.125, 0);
        assertThat(judge(using(measure(SOUND), usage)).verdict()).isEqualTo(ValidityLevel.VALID);
    }

    @Test
    void aGeneratorThatIsShortOfCpusItselfMakesATrialInvalid() {
        var validity = judge(using(measure(SOUND), 1.7, 0.85));
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons()).singleElement().asString().contains("85.0 % of the CPUs it may use");
    }

    @Test
    void aFullMachineThatTheGeneratorSharesIsSuspect() {
        var usage = Usages.of(10, 0.8, 0.98);
        var here = measure(SOUND);
        var windows = here.windows().stream()
                .map(window -> window.with(Optional.of(Windows.inside(window, 10, 20, 30)), Optional.of(usage)))
                .toList();

        var validity = judge(Copy.of(here).with("windows", windows).made());

        assertThat(validity.verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(validity.reasons())
                .singleElement()
                .asString()
                .contains("at 20 users", "generator and target share 2 CPUs", "98 %", "0.8");
    }

    /** What is only known by its URL may run on another machine. */
    @Test
    void aTargetThatMayBeElsewhereIsNotSaidToShareCpus() {
        var validity = judge(using(measure(SOUND), 0.8, 0.98));
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(validity.reasons())
                .singleElement()
                .asString()
                .contains("the 2 CPUs of the generator's machine are busy to 98 %")
                .doesNotContain("share");
    }

    @Test
    void aFullMachineOfWhichTheGeneratorTakesNextToNothingIsTheTargetsOwnLimit() {
        assertThat(judge(using(measure(SOUND), 0.1, 0.99)).verdict()).isEqualTo(ValidityLevel.VALID);
    }

    @Test
    void aLoadThatWasNotOfferedIsInvalid() {
        var validity = ValidityJudge.judge(
                measure(SOUND), plan(22).timeline(), Status.COMPLETE, CEILING, false, Optional.empty());
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons())
                .singleElement()
                .asString()
                .contains("200.0 user-seconds instead of 220.0 (at most 1.1 off)");
    }

    @Test
    void aPartialTrialIsInvalid() {
        var stopped = measure(SOUND).stoppedBecause("stopped by the user");
        assertThat(ValidityJudge.judge(stopped, PLAN.timeline(), Status.ABORTED, CEILING, false, Optional.empty())
                        .reasons())
                .containsExactly("partial: stopped by the user");
    }

    @Test
    void aBrokenLawOfLittleIsSuspect() {
        var sound = measure(SOUND);
        var level = sound.windows().getFirst();
        var little = Copy.of(level.little().orElseThrow())
                .with("deviation", -0.2)
                .with("tolerance", 0.03)
                .with("cause", "x")
                .made();
        var window = Copy.of(level).with("little", Optional.of(little)).made();
        var measurement = Copy.of(sound).with("windows", List.of(window)).made();
        assertThat(judge(measurement).reasons()).singleElement().asString().contains("Little's law is off by -20.0 %");
    }

    @ParameterizedTest
    @CsvSource({"0.12, SUSPECT", "0.08, VALID"})
    void othersOnTheGeneratorsOwnCpusAreAFinding(double share, ValidityLevel verdict) {
        var usage = Usages.withOtherWork(Usages.of(10, 0.4, 0.5), share);
        var validity = judge(using(measure(SOUND), usage));

        assertThat(validity.verdict()).isEqualTo(verdict);
        assertThat(validity.reasons())
                .allSatisfy(reason -> assertThat(reason).contains("others took 12.0 % of the generator's own CPUs"));
    }

    @Test
    void aBusyMachineIsNoFindingWhereTheGeneratorHasCpusOfItsOwn() {
        var busy = Usages.of(10, 0.8, 0.98);

        assertThat(judge(using(measure(SOUND), busy)).verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(judge(using(measure(SOUND), Usages.withOtherWork(busy, 0.01))))
                .isEqualTo(Validity.valid());
    }

    @Test
    void aThreadThatLeftItsCpusMakesTheTrialSuspect() {
        var stray = new PlacementResult.StrayResult("worker", 12, "0-1", Optional.of(1));
        var placement =
                new PlacementResult(1, Map.of("target", new PlacementResult.RoleResult("0", 12, 1, List.of(stray))));

        var validity = ValidityJudge.judge(
                measure(SOUND), PLAN.timeline(), Status.COMPLETE, CEILING, false, Optional.of(placement));

        assertThat(validity.verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(validity.reasons()).singleElement().asString().contains("worker (12) may run on 0-1 and ran on 1");
    }
}
