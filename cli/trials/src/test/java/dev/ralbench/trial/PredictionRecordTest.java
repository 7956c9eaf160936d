package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.result.PredictionAddition;
import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.scenario.Prediction;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PredictionRecordTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final LoadPlan TEN_BY_TEN = LoadPlan.of(
            new LoadShape.LoopsPerUser(10, 10, Duration.ZERO, Optional.of(Duration.ofSeconds(20))), TIMEOUT);

    @Test
    void aPlannedLoadHasUserSecondsUpToTheWorkers() {
        var load = LoadPlan.of(new LoadShape.ConstantUsers(256, TIMEOUT), TIMEOUT);
        var limited = new Prediction(Duration.ofMillis(200), OptionalInt.of(200), Optional.empty());
        var unlimited = new Prediction(Duration.ofMillis(200), OptionalInt.empty(), Optional.empty());

        assertThat(PredictionRecord.of(limited, load, 2))
                .isEqualTo(PredictionResult.ofDelay(200, Optional.of(200), Optional.empty(), Optional.of(2_000.0)));
        assertThat(PredictionRecord.of(unlimited, load, 2).busySeconds()).contains(2_560.0);
    }

    @Test
    void whatDependsOnTheMachineIsWorkedOut() {
        var prediction = new Prediction(
                Duration.ofMillis(250),
                OptionalInt.empty(),
                Optional.of(Duration.ofMillis(60)),
                Optional.of(Duration.ofMillis(20)),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(5));

        assertThat(PredictionRecord.of(prediction, TEN_BY_TEN, 6))
                .isEqualTo(new PredictionResult(
                        250,
                        Optional.empty(),
                        Optional.of(new CpuDemand(60, 6)),
                        Optional.empty(),
                        Optional.of(20.0),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(5)));
    }

    /** As in combined-c100, with the addition of {@code Session.standard()}: the closed form of no queue would be wrong. */
    @Test
    void callsThatShareWorkersAreStoredSoThatNoClosedFormIsTold() {
        var declared = new Prediction(
                Duration.ofMillis(200),
                OptionalInt.of(200),
                Optional.empty(),
                Optional.of(Duration.ofMillis(20)),
                OptionalInt.of(2),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());

        var stored =
                PredictionAddition.NONE.added(PredictionRecord.of(declared, TEN_BY_TEN, 2), declared, TEN_BY_TEN, 2);

        assertThat(stored.calls()).contains(2);
        assertThat(PredictedLevel.bounds(stored, Windows.counted("all", 100, 1_000, 0, 330, 0)))
                .isEmpty();
    }

    /** Divided by the service time of one level they would be no requests of the others. */
    @Test
    void userSecondsAreNotToldWhereOneLevelSaysHowLongARequestIsServed() {
        var load = LoadPlan.of(new LoadShape.ConstantUsers(300, TIMEOUT), TIMEOUT);
        var prediction = new Prediction(
                Duration.ofMillis(17),
                OptionalInt.of(5),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(5));

        assertThat(PredictionRecord.of(prediction, load, 2).busySeconds()).isEmpty();
    }
}
