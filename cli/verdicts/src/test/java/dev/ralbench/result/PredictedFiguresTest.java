package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictedFiguresTest {
    private static final PredictionResult LIMITED =
            new PredictionResult(200, Optional.of(200), Optional.empty(), Optional.of(23_218.75));
    private static final PredictionResult UNLIMITED =
            new PredictionResult(200, Optional.empty(), Optional.empty(), Optional.of(71_680.0));

    /** The published counts follow from one service time each, as the table of the study shows. */
    @ParameterizedTest
    @CsvSource({
        "200, 200, 23218.75, 204.1, 113775",
        "500, 200, 23218.75, 512.2, 45328",
        "200,    , 71680,    211,   339739",
        "200,    , 71680,    208,   344001",
        "500,    , 71680,    513,   139261",
        "500,    , 71680,    512,   139293",
    })
    void thePublishedCountsFollowFromTheServiceTime(
            double delay, Integer workers, double busySeconds, double service, double published) {
        var prediction =
                new PredictionResult(delay, Optional.ofNullable(workers), Optional.empty(), Optional.of(busySeconds));

        var figures = PredictedFigures.of(prediction, service, 120).orElseThrow();

        assertThat(figures.requests()).isCloseTo(published, Percentage.withPercentage(0.6));
        assertThat(figures.requestsPerSecond()).isEqualTo(figures.requests() / 120);
        assertThat(figures.serviceMillis() - prediction.delayMillis()).isCloseTo(service - delay, within(1e-9));
    }

    @Test
    void theArithmeticIsBusySecondsOverServiceTime() {
        assertThat(PredictedFigures.of(LIMITED, 204.1, 120).orElseThrow().requests())
                .isCloseTo(113_761.6, within(0.1));
    }

    @Test
    void anUnlimitedServerTakesItsOverheadFromTheLowestLevel() {
        var measurement = of(Windows.level(512, 20, 20, 260), Windows.level(256, 0, 20, 211));

        assertThat(PredictedFigures.of(UNLIMITED, measurement).orElseThrow().serviceMillis())
                .isCloseTo(211, within(0.5));
    }

    @Test
    void queueingAtALimitedServerIsNoOverhead() {
        var measurement = of(Windows.level(256, 0, 20, 204.1 * 256 / 200));

        var figures = PredictedFigures.of(LIMITED, measurement).orElseThrow();

        assertThat(figures.serviceMillis() - LIMITED.delayMillis()).isCloseTo(4.1, within(0.4));
    }

    @Test
    void aLimitedServerWithFewerUsersThanWorkersHasNoQueue() {
        assertThat(PredictedFigures.of(LIMITED, of(Windows.level(100, 0, 20, 204)))
                        .orElseThrow()
                        .serviceMillis())
                .isCloseTo(204, within(0.5));
    }

    @Test
    void thereIsNoPredictionWithoutALevelOrForALoadThatWasCut() {
        var ramp = Windows.ramp(0, 256, 0, 10, 204);
        var level = Windows.level(256, 0, 20, 204);
        var cut = of(level).stoppedBecause("aborted");

        assertThat(PredictedFigures.of(UNLIMITED, of(ramp))).isEmpty();
        assertThat(PredictedFigures.of(UNLIMITED, cut)).isEmpty();
    }

    @Test
    void thereIsNoPredictionOfAWholeRunWithoutPlannedUserSeconds() {
        var counted = new PredictionResult(200, Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(PredictedFigures.of(counted, of(Windows.level(256, 0, 20, 204))))
                .isEmpty();
    }

    @Test
    void aRunOfTheStudyIsPredictedWithinOnePerCent() {
        var run = Results.delay200();
        for (var trial : run.trials()) {
            var measured = trial.measurement().orElseThrow();
            var prediction =
                    Optional.ofNullable(run.predictions().get(trial.variant())).orElseThrow();

            assertThat(PredictedFigures.of(prediction, measured).orElseThrow().requests())
                    .isCloseTo((double) measured.wholeRun().ended(), Percentage.withPercentage(1));
        }
    }

    private static Measurement of(WindowMeasurement... windows) {
        return new Measurement(
                List.of(windows), Windows.wholeRun(List.of(windows)), new Series(1, List.of()), Map.of(), "");
    }
}
