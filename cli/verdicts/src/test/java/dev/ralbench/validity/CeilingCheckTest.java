package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Strains;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forecast for a load before it begins, and the finding for an open one; for users see {@link ValidityJudgeTest}. */
class CeilingCheckTest {
    private static Optional<String> forecast(OptionalDouble plannedRate, double ceiling) {
        return CeilingCheck.forecast(plannedRate, new Ceiling(64, ceiling, Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {30_000, 42_000})
    void arrivalsNearTheCeilingOrAboveItArePredicted(double ceiling) {
        assertThat(forecast(OptionalDouble.of(30_000), ceiling))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("30000 requests/s are planned")
                        .contains("at most %.0f with".formatted(ceiling)));
    }

    @Test
    void nothingIsPredictedOfLoadsBelowIt() {
        assertThat(forecast(OptionalDouble.of(30_000), 43_000)).isEmpty();
    }

    @Test
    void nothingIsPredictedWhereRateOrCeilingAreUnknown() {
        assertThat(forecast(OptionalDouble.empty(), 43_000)).isEmpty();
        assertThat(forecast(OptionalDouble.of(30_000), 0)).isEmpty();
    }

    /** At 100/s for 5 s, to a target that answers its only connection five times a second. */
    private static Validity judged(double ceiling) {
        var plan = LoadPlan.of(
                new LoadShape.Open(new RateShape.Constant(100, Duration.ofSeconds(5)), Arrivals.even(), 1),
                Duration.ofSeconds(10));
        var sender = new ScriptedSender(1, start -> ScriptedResponse.ok(start + 200_000_000));
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        return ValidityJudge.judge(
                recording.finish(plan, ""),
                plan.timeline(),
                Status.COMPLETE,
                new Ceiling(64, ceiling, Optional.empty(), Optional.empty()),
                false,
                Optional.empty());
    }

    @Test
    void aPlanBeyondTheCeilingIsSuspectThoughTheTargetFailsFirst() {
        assertThat(judged(50).reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .contains("at 100 requests/s the plan is 200.0 % of what the generator could"));
        assertThat(judged(150).reasons())
                .noneSatisfy(reason -> assertThat(reason).contains("generator could"));
    }

    /** 20 000 requests in 10 s, at so many seconds of CPU time of an event loop. */
    private static Optional<String> contradiction(double loopCpuSeconds, double ceiling) {
        var usage = Usages.gauged(Usages.calm(10), Strains.queued(0, loopCpuSeconds));
        var level = Windows.level(20, 0, 10, 10).with(Optional.empty(), Optional.of(usage));
        return CeilingCheck.contradiction(
                new Measurement(List.of(level), level, new Series(0.25, List.of()), Map.of(), ""),
                new Ceiling(64, ceiling, Optional.empty(), Optional.empty()));
    }

    /** 20 000 requests in 0.5 s of CPU time are 40 000 per second. */
    @ParameterizedTest
    @CsvSource({"0.5, 26000, true", "0.5, 27000, false", "0.5, 400000, false", "0.1, 1000, false"})
    void requestsThatCostLessThanTheCeilingSaysContradictIt(double cpu, double ceiling, boolean isOne) {
        assertThat(contradiction(cpu, ceiling).isPresent()).isEqualTo(isOne);
    }

    /** 20 000 requests in 5 s of CPU time are 4 000 per second. */
    @ParameterizedTest
    @CsvSource({"5, 6100, true", "5, 5900, false", "4.9, 6300, false"})
    void requestsThatCostMoreContradictItWhereTheLoopsAreBusy(double cpu, double ceiling, boolean isOne) {
        assertThat(contradiction(cpu, ceiling).isPresent()).isEqualTo(isOne);
    }

    @Test
    void aContradictionHasBothFigures() {
        assertThat(contradiction(0.5, 10_000))
                .contains(
                        "at 20 users its event loops took as much CPU time as for 40000 requests/s, and it was 10000");
    }

    @Test
    void nothingSpeaksAgainstACeilingThatWasNotFound() {
        assertThat(contradiction(0.5, 0)).isEmpty();
    }
}
