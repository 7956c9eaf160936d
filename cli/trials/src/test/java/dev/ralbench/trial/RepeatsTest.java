package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Strains;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsTest {
    private static final TrialResult MEASURED = Results.delay200().trials().getFirst();
    private static final TrialResult INVALID = trial(Status.COMPLETE, ValidityLevel.INVALID, true);

    private static TrialResult trial(Status status, ValidityLevel verdict, boolean isMeasured) {
        return Copy.of(MEASURED)
                .with("status", status)
                .with("measurement", isMeasured ? MEASURED.measurement() : Optional.empty())
                .with("validity", new Validity(verdict, List.of()))
                .made();
    }

    /** The invalid trial with another measurement. */
    private static TrialResult invalid(UnaryOperator<Measurement> change) {
        return Copy.of(INVALID)
                .with("measurement", INVALID.measurement().map(change))
                .made();
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETE, VALID, true, false",
        "COMPLETE, SUSPECT, true, false",
        "COMPLETE, INVALID, true, true",
        "FAILED, INVALID, true, false", // died under load: that is a finding
        "FAILED, INVALID, false, false", // did not start
        "ABORTED, INVALID, true, false",
    })
    void oneTrialDecidesWhetherTheMachineDisturbedABlock(
            Status status, ValidityLevel verdict, boolean isMeasured, boolean isDisturbed) {
        var block = List.of(MEASURED, trial(status, verdict, isMeasured));
        assertThat(Repeats.isDisturbed(block)).isEqualTo(isDisturbed);
        assertThat(Repeats.isDisturbed(block.reversed())).isEqualTo(isDisturbed);
    }

    @Test
    void whereATargetDoesNotStartNothingIsGainedByARepeat() {
        assertThat(Repeats.isDisturbed(List.of(INVALID, trial(Status.FAILED, ValidityLevel.INVALID, false))))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 1", "7, 1", "8, 2", "12, 3", "20, 5"})
    void aQuarterOfTheBlocksIsRepeatedAndAtLeastOne(int planned, int most) {
        var repeats = new Repeats(planned);
        for (int i = 0; i < most; i++) {
            assertThat(repeats.claim(List.of(MEASURED, INVALID))).isTrue();
        }
        assertThat(repeats.claim(List.of(MEASURED, INVALID))).isFalse();
        assertThat(repeats.made()).isEqualTo(most);
    }

    @Test
    void aBlockIsRepeatedOnce() {
        var again = Copy.of(INVALID).with("id.attempt", 2).made();

        assertThat(new Repeats(20).claim(List.of(MEASURED, again))).isFalse();
    }

    @Test
    void whatATargetDoesWrongIsNotMeasuredAgainUntilItDoesNot() {
        var failing = invalid(sound ->
                Copy.of(sound).with("wholeRun", Windows.dead(sound.wholeRun())).made());

        assertThat(Repeats.isDisturbed(List.of(MEASURED, failing))).isFalse();
        assertThat(Repeats.isDisturbed(List.of(INVALID, failing))).isFalse();
    }

    @Test
    void aTargetThatAnsweredNothingIsNotMeasuredAgain() {
        var patient = LoadPlan.of(new LoadShape.ConstantUsers(4, Duration.ofSeconds(8)), Duration.ofSeconds(10));
        var sender = new ScriptedSender(1, start -> ScriptedResponse.never());
        var recording = new LoadRecording();
        var end = new LoadGenerator(patient, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        var silent = invalid(sound -> recording.finish(patient, ""));

        assertThat(Repeats.isDisturbed(List.of(MEASURED, silent))).isFalse();
        assertThat(Repeats.isDisturbed(List.of(MEASURED, INVALID)))
                .as("what the machine disturbed is")
                .isTrue();
    }

    @Test
    void aGeneratorThatWasTooSlowIsNoFasterTheNextTime() {
        assertThat(isRepeatedWith(seconds -> Usages.of(seconds, 1.9, 0.95))).isFalse();
    }

    @Test
    void aLimitOnItsCpuTimeIsThereTheNextTime() {
        var lag = Distributions.between(5_000, 0.02, 0.2);
        assertThat(isRepeatedWith(seconds -> Usages.hampered(Usages.calm(seconds), seconds * 0.02, 0, lag)))
                .isFalse();
    }

    /** Whatever else holds it up for longer than a second may pass. */
    @ParameterizedTest
    @CsvSource({"1.1, false", "0.1, true"})
    void aHeapThatIsTooSmallIsTooSmallTheNextTime(double collectionSeconds, boolean isRepeated) {
        var lag = Distributions.between(5_000, 0.02, 1_200);
        assertThat(isRepeatedWith(seconds -> Usages.gauged(
                        Usages.hampered(Usages.calm(seconds), 0, collectionSeconds, lag),
                        Strains.standstill(1_200, collectionSeconds, 0))))
                .isEqualTo(isRepeated);
    }

    private static boolean isRepeatedWith(DoubleFunction<GeneratorUsage> usage) {
        var trial = invalid(sound -> {
            var windows = sound.windows().stream()
                    .map(window ->
                            window.with(window.views().inside(), Optional.of(usage.apply(window.lengthSeconds()))))
                    .toList();
            return Copy.of(sound).with("windows", windows).made();
        });
        return Repeats.isDisturbed(List.of(MEASURED, trial));
    }

    @ParameterizedTest
    @CsvSource({"300, false", "20, true"})
    void aWarmUpThatTookAllOfItsTimeTakesAsLongTheNextTime(double seconds, boolean isRepeated) {
        var cold = Windows.window(WindowKind.WARM_UP, 64, 64, 0, seconds, 50, 0);
        var trial =
                invalid(sound -> Copy.of(sound).with("windows", List.of(cold)).made());
        assertThat(Repeats.isDisturbed(List.of(MEASURED, trial))).isEqualTo(isRepeated);
    }

    @Test
    void aSoundBlockCostsNoRepeat() {
        var repeats = new Repeats(4);
        assertThat(repeats.claim(List.of(MEASURED, MEASURED))).isFalse();
        assertThat(repeats.made()).isZero();
    }
}
