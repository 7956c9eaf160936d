package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Prediction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeEstimateTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Design.Turns TURNS = new Design.Turns(List.of(256, 1024), 4, 1500, 500, 2_000, 60_000);

    /** One variant for each limit of workers. */
    private static Pace predicted(String delay, OptionalInt... workers) {
        return new Pace(
                Optional.empty(),
                Stream.of(workers)
                        .map(limit -> new Prediction(Duration.parse(delay), limit, Optional.empty()))
                        .toList(),
                0);
    }

    private static double block(Design.Turns turns, int variants, Pace pace) {
        return TimeEstimate.of(turns, variants, pace).blockSeconds().orElseThrow();
    }

    @Test
    void whatWasMeasuredIsTaken() {
        var pace = new Pace(Optional.of(new BlockOverhead(9, 33, 0.35, false)), List.of(), 0);

        assertThat(block(TURNS, 2, pace)).isEqualTo(9 + 33 + 2 * 8 * (0.5 + 1.5 + 0.35), EXACT);
        assertThat(TimeEstimate.of(TURNS, 2, pace).runSeconds(6).orElseThrow())
                .isEqualTo(6 * block(TURNS, 2, pace), EXACT);
        assertThat(pace.basis()).contains("last gated run");
    }

    @Test
    void aPredictionSaysHowLongLeadInsAre() {
        // 4 s around each; 30 s of compiling and a round of 3 s; lead-in 3 x 0.2 s, and 0.2 s in flight
        double unlimited = 8 + 33 + 16 * (0.6 + 1.5 + 0.2);
        assertThat(block(TURNS, 2, predicted("PT0.2S", OptionalInt.empty()))).isEqualTo(unlimited, EXACT);
        // 1024 users on 256 workers: four times the response time; 256 users have no queue
        assertThat(block(TURNS, 2, predicted("PT0.2S", OptionalInt.of(256))))
                .isEqualTo(8 + 33 + 8 * (0.6 + 1.5 + 0.2) + 8 * (2.4 + 1.5 + 0.8), EXACT);
        var both = predicted("PT0.2S", OptionalInt.empty(), OptionalInt.of(256));
        assertThat(block(TURNS, 2, both)).isEqualTo(8 + 33 + 12 * (0.6 + 1.5 + 0.2) + 4 * (2.4 + 1.5 + 0.8), EXACT);
        assertThat(block(TURNS, 2, both.quickest())).isEqualTo(unlimited, EXACT);
    }

    @Test
    void withoutAKnownPaceTheLeadInIsTakenForThreeResponses() {
        assertThat(block(TURNS, 3, Pace.unknown())).isEqualTo(12 + 33 + 24 * (0.5 + 1.5 + 0.5 / 3), EXACT);
        assertThat(Pace.unknown().basis()).contains("Spring");
    }

    @Test
    void aSlowServiceIsWarmedUpUntilTheLimit() {
        var few = new Design.Turns(List.of(1), 1, 1000, 0, 2_000, 45_000);
        // 2 000 requests at 10/s would take 200 s
        assertThat(block(few, 2, predicted("PT0.1S", OptionalInt.empty())))
                .isEqualTo(8 + 45 + 2 * (0.3 + 1 + 0.1), EXACT);
    }

    @Test
    void wholeLoadsComeOneAfterTheOther() {
        var timeline = UserTimeline.of(new LoadShape.WarmedUp(
                new LoadShape.ConstantUsers(10, Duration.ofSeconds(20)), OptionalInt.empty(), 8_000));
        var estimate = new TimeEstimate(timeline, Optional.empty(), Optional.empty(), 2, Pace.unknown());
        var open = UserTimeline.of(new LoadShape.TotalRequests(10, 100));

        assertThat(estimate.loadSeconds().orElseThrow()).isEqualTo(20 + 2, EXACT);
        assertThat(estimate.runSeconds(3).orElseThrow()).isEqualTo(3 * 2 * (22 + 4), EXACT);
        assertThat(new TimeEstimate(open, Optional.empty(), Optional.empty(), 2, Pace.unknown()).runSeconds(3))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"10, 10", "30, 30", "120, 30"})
    void aWarmUpUntilTheTargetIsCompiledTakesNoLongerThanItsLimit(long limitSeconds, double seconds) {
        var shape = new LoadShape.WarmedUp(
                new LoadShape.ConstantUsers(10, Duration.ofSeconds(20)),
                OptionalInt.empty(),
                10,
                Optional.of(Duration.ofSeconds(limitSeconds)));
        var load = new LoadPlan(
                shape, Optional.empty(), Duration.ofSeconds(10), Duration.ZERO, true, LoadPlan.OnFailure.CONTINUE);

        assertThat(TimeEstimate.of(load, 2, Pace.unknown()).loadSeconds().orElseThrow())
                .isEqualTo(20 + seconds, EXACT);
    }
}
