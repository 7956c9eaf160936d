package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.testing.Strains;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import dev.ralbench.validity.CeilingCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A remembered ceiling counts as long as the figures of the run agree with it. */
class CalibratedGeneratorTest {
    private final List<String> happened = new ArrayList<>();

    private CalibratedGenerator generator(Ceiling ceiling) throws InterruptedException {
        var calibration = new Calibration() {
            @Override
            public Ceiling ceiling(CalibratedLoad asked) {
                return ceiling;
            }

            @Override
            public void forget(CalibratedLoad asked) {
                assertThat(asked).isEqualTo(KnownCeiling.LOAD);
                happened.add("forgotten");
            }
        };
        return CalibratedGenerator.of(calibration, KnownCeiling.LOAD, note -> happened.add("note: " + note));
    }

    private static Ceiling remembered(double perSecond) {
        return new Ceiling(64, perSecond, Optional.empty(), Optional.empty(), Optional.of(Instant.EPOCH));
    }

    /** 20 000 requests in 10 s, which took 0.5 s of CPU time: 40 000 per second. */
    private static Measurement measured() {
        var usage = Usages.gauged(Usages.calm(10), Strains.queued(0, 0.5));
        var level = Windows.level(20, 0, 10, 10).with(Optional.empty(), Optional.of(usage));
        return new Measurement(List.of(level), level, new Series(0.25, List.of()), Map.of(), "");
    }

    @Test
    void aRunIsJudgedByACeilingThatItAgreesWith() throws Exception {
        assertThat(generator(remembered(41_000)).judging(measured())).isEqualTo(remembered(41_000));
        assertThat(happened).isEmpty();
    }

    @Test
    void aRunThatContradictsItSaysSoOnceAndIsNotJudgedByIt() throws Exception {
        var generator = generator(remembered(10_000));

        assertThat(generator.judging(measured())).isEqualTo(CeilingCheck.UNKNOWN);
        assertThat(generator.judging(measured())).isEqualTo(CeilingCheck.UNKNOWN);

        assertThat(happened)
                .containsExactly(
                        "forgotten",
                        "note: the generator's remembered limit does not hold any more: at 20 users its event loops took as"
                                + " much CPU time as for 40000 requests/s, and it was 10000; the next run calibrates, this"
                                + " one is not judged by it");
    }

    @Test
    void oneThatThisRunMeasuredCountsButIsNotRememberedIfItsRequestsCostSomethingElse() throws Exception {
        var measured = new Ceiling(64, 10_000, Optional.empty(), Optional.empty());

        assertThat(generator(measured).judging(measured())).isEqualTo(measured);
        assertThat(happened).containsExactly("forgotten");
    }

    @Test
    void compilersMakeDoWithWhatARateWellBelowTheCeilingLeaves() throws Exception {
        var generator = generator(remembered(50_000));

        assertThat(generator.leavesTime(OptionalDouble.of(20_000))).isTrue();
        assertThat(generator.leavesTime(OptionalDouble.of(20_001))).isFalse();
    }

    @Test
    void usersThatNeverPauseLeaveNothingToCompilers() throws Exception {
        assertThat(generator(remembered(50_000)).leavesTime(OptionalDouble.empty()))
                .isFalse();
    }

    @Test
    void aCeilingThatIsNotKnownLeavesNothingToCompilers() throws Exception {
        assertThat(generator(CeilingCheck.UNKNOWN).leavesTime(OptionalDouble.of(1)))
                .isFalse();
    }
}
