package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
