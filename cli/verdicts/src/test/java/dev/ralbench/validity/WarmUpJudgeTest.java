package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a warm-up has to have done before a trial is believed. */
class WarmUpJudgeTest {
    private static final Script SOUND = start -> ScriptedResponse.ok(start + 50_000_000);
    private static final LoadShape TWENTY_USERS = new LoadShape.ConstantUsers(20, Duration.ofSeconds(10));
    private static final LoadPlan WARMED_UP = plan(new LoadShape.WarmedUp(TWENTY_USERS, OptionalInt.empty(), 990));

    private static LoadPlan plan(LoadShape shape) {
        return LoadPlan.of(shape, Duration.ofSeconds(2));
    }

    private static Measurement measure(LoadPlan plan, Script script) {
        var sender = new ScriptedSender(2, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        return recording.finish(plan, "");
    }

    private static Validity judge(LoadPlan plan, Measurement measurement) {
        var ceiling = new Ceiling(64, 100_000, Optional.of(0.6), Optional.of(1.2));
        return ValidityJudge.judge(measurement, plan.timeline(), Status.COMPLETE, ceiling, false, Optional.empty());
    }

    /** The target has used ten seconds of CPU time in each window. */
    private static Measurement compiling(Measurement measurement, double seconds) {
        var windows = measurement.windows().stream()
                .map(window -> compiling(window, seconds))
                .toList();
        return Copy.of(measurement).with("windows", windows).made();
    }

    private static WindowMeasurement compiling(WindowMeasurement window, double seconds) {
        return compiling(window, seconds, 0);
    }

    private static WindowMeasurement compiling(WindowMeasurement window, double seconds, double waited) {
        var inside = new InsideView(
                "proc",
                10,
                1,
                1,
                Map.of(),
                0,
                0,
                Optional.of(seconds),
                Optional.of(waited),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return window.with(Optional.of(inside), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"1.9, VALID", "2.1, SUSPECT"})
    void compilersThatWaitForACpuMakeALevelSuspectWithoutAWarmUpToo(double waited, ValidityLevel verdict) {
        var cold = plan(TWENTY_USERS);
        var measured = measure(cold, SOUND);
        var windows = measured.windows().stream()
                .map(window -> compiling(window, 0.5, waited))
                .toList();
        var validity = judge(cold, Copy.of(measured).with("windows", windows).made());

        assertThat(validity.verdict()).isEqualTo(verdict);
        if (verdict == ValidityLevel.SUSPECT) {
            assertThat(validity.reasons())
                    .singleElement()
                    .asString()
                    .contains(
                            "level 20", "ran for 0.50 s", "waited for a CPU for 2.10 s, in 10.0 s", "until: compiled");
        }
    }

    @ParameterizedTest
    @CsvSource({"0.9, VALID", "1.1, SUSPECT"})
    void aTargetThatStillCompilesAfterItsWarmUpIsNotSteady(double seconds, ValidityLevel verdict) {
        var validity = judge(WARMED_UP, compiling(measure(WARMED_UP, SOUND), seconds));
        assertThat(validity.verdict()).isEqualTo(verdict);
        if (verdict == ValidityLevel.SUSPECT) {
            assertThat(validity.reasons()).singleElement().asString().contains("level 20", "11.0 %", "warm it up");
            assertThat(validity.remedies()).contains(List.of(Remedy.WARM_UP_LONGER.inWords()));
        }
    }

    @Test
    void withoutAWarmUpCompilingIsAPartOfWhatIsMeasured() {
        var cold = plan(TWENTY_USERS);
        assertThat(judge(cold, compiling(measure(cold, SOUND), 5))).isEqualTo(Validity.valid());
    }

    /** Two windows of one level; the generator lets itself go on. */
    private static final LoadPlan TURNS = plan(TWENTY_USERS)
            .inTurns(new LoadShape.Turns(List.of(20), 2, Duration.ofSeconds(2), Duration.ofMillis(200)));

    @ParameterizedTest
    @CsvSource({"0.9, VALID", "1.1, SUSPECT"})
    void aLoadInTurnsIsToBeWarmAsWell(double seconds, ValidityLevel verdict) {
        var validity = judge(TURNS, compiling(measure(TURNS, SOUND), seconds));
        assertThat(validity.verdict()).isEqualTo(verdict);
        if (verdict == ValidityLevel.SUSPECT) {
            assertThat(validity.reasons()).singleElement().asString().contains("level 20", "11.0 %", "warm it up");
        }
    }

    @Test
    void theWindowsOfALevelAreJudgedTogetherAsTheyAreCompared() {
        var measured = measure(TURNS, SOUND);
        var first = measured.levels().findFirst().orElseThrow();
        var oneIsCold = Copy.of(measured)
                .with(
                        "windows",
                        compiling(measured, 0.2).windows().stream()
                                .map(window -> window.span().startSeconds()
                                                == first.span().startSeconds()
                                        ? compiling(window, 1.5)
                                        : window)
                                .toList())
                .made();
        assertThat(judge(TURNS, oneIsCold)).as("8.5 % of both").isEqualTo(Validity.valid());
    }

    @Test
    void requestsThatEndAfterTheWarmUpCount() {
        var measurement = measure(WARMED_UP, SOUND);
        assertThat(measurement.windows().getFirst().requests().completions().ended())
                .as("twenty are in flight when it ends")
                .isLessThan(990);
        assertThat(judge(WARMED_UP, measurement)).isEqualTo(Validity.valid());
    }

    @Test
    void aWarmUpThatIsCutShortMakesATrialInvalid() {
        var endless = plan(new LoadShape.WarmedUp(TWENTY_USERS, OptionalInt.empty(), 1_000_000));
        assertThat(judge(endless, measure(endless, SOUND)).reasons())
                .anySatisfy(reason -> assertThat(reason).contains("of 1000000 requests"));
    }
}
