package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.Verdict;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsTest {
    private static final TrialResult MEASURED = Results.delay200().trials().getFirst();
    private static final TrialResult INVALID = trial(Status.COMPLETE, Verdict.INVALID, true);

    private static TrialResult trial(Status status, Verdict verdict, boolean isMeasured) {
        return new TrialResult(
                MEASURED.variant(),
                1,
                1,
                1,
                MEASURED.startedAt(),
                status,
                MEASURED.target(),
                MEASURED.servers(),
                MEASURED.startUp(),
                MEASURED.work(),
                Optional.empty(),
                Optional.empty(),
                isMeasured ? MEASURED.measurement() : Optional.empty(),
                new Validity(verdict, List.of()));
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
    void oneTrialDecidesWhetherABlockIsSpoilt(Status status, Verdict verdict, boolean isMeasured, boolean isSpoilt) {
        var block = List.of(MEASURED, trial(status, verdict, isMeasured));
        assertThat(Repeats.isSpoilt(block)).isEqualTo(isSpoilt);
        assertThat(Repeats.isSpoilt(block.reversed())).isEqualTo(isSpoilt);
    }

    @Test
    void whereATargetDoesNotStartNothingIsGainedByARepeat() {
        assertThat(Repeats.isSpoilt(List.of(INVALID, trial(Status.FAILED, Verdict.INVALID, false))))
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
    void whatATargetDoesWrongIsNotMeasuredAgainUntilItDoesNot() {
        var failing = SyntheticRun.trial(
                INVALID,
                Status.COMPLETE,
                INVALID.validity(),
                INVALID.measurement().map(RepeatsTest::withFailures));

        assertThat(Repeats.isSpoilt(List.of(MEASURED, failing))).isFalse();
        assertThat(Repeats.isSpoilt(List.of(INVALID, failing))).isFalse();
    }

    @Test
    void aGeneratorThatWasTooSlowIsNoFasterTheNextTime() {
        var saturated = SyntheticRun.trial(
                INVALID,
                Status.COMPLETE,
                INVALID.validity(),
                INVALID.measurement().map(RepeatsTest::withBusyGenerator));

        assertThat(Repeats.isSpoilt(List.of(MEASURED, saturated))).isFalse();
    }

    private static Measurement withBusyGenerator(Measurement sound) {
        var windows = sound.windows().stream()
                .map(window -> window.with(window.inside(), Optional.of(Usages.of(window.lengthSeconds(), 1.9, 0.95))))
                .toList();
        return new Measurement(windows, sound.wholeRun(), sound.series(), sound.failureDetails(), sound.stoppedEarly());
    }

    private static Measurement withFailures(Measurement sound) {
        return new Measurement(
                sound.windows(),
                Windows.dead(sound.wholeRun()),
                sound.series(),
                sound.failureDetails(),
                sound.stoppedEarly());
    }

    @Test
    void aSoundBlockCostsNoRepeat() {
        var repeats = new Repeats(4);
        assertThat(repeats.claim(List.of(MEASURED, MEASURED))).isFalse();
        assertThat(repeats.made()).isZero();
    }
}
