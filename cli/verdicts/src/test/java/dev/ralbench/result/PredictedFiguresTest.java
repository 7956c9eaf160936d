package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Ledger;
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
import org.junit.jupiter.params.provider.ValueSource;

class PredictedFiguresTest {
    private static final PredictionResult LIMITED =
            PredictionResult.ofDelay(200, Optional.of(200), Optional.empty(), Optional.of(23_218.75));
    /** Five queries at once on two CPUs. */
    private static final PredictionResult AT_FIVE = new PredictionResult(
            17,
            Optional.of(5),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(5));

    private static final PredictionResult UNLIMITED =
            PredictionResult.ofDelay(200, Optional.empty(), Optional.empty(), Optional.of(71_680.0));

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
        var prediction = PredictionResult.ofDelay(
                delay, Optional.ofNullable(workers), Optional.empty(), Optional.of(busySeconds));

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
        var counted = PredictionResult.ofDelay(200, Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(PredictedFigures.of(counted, of(Windows.level(256, 0, 20, 204))))
                .isEmpty();
    }

    /** The published plateau: 980 requests per second of 204 ms each at 200 workers, and 390 of 512 ms. */
    @ParameterizedTest
    @CsvSource({
        "204.1, 200, 256, 979.9, 261.2",
        "204.1, 200, 1024, 979.9, 1045.0",
        "512.2, 200, 1024, 390.5, 2622.5",
        "211,      , 1024, 4853.1, 211",
        "204.1, 200, 100, 490.0, 204.1"
    })
    void aLevelIsSaturatedAtWorkersOverServiceTime(
            double service, Integer workers, int users, double perSecond, double meanMillis) {
        var level = PredictedFigures.plateau(service, Optional.ofNullable(workers), users);

        assertThat(level.requestsPerSecond()).isCloseTo(perSecond, within(0.1));
        assertThat(level.meanMillis()).isCloseTo(meanMillis, within(0.1));
    }

    /** Little's law, the number of users anything at all. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 199, 200, 201, 1_000, 100_000})
    void rateTimesMeanAreTheUsersAndTheRateNeverBeatsTheWorkers(int users) {
        var level = PredictedFigures.plateau(204.1, Optional.of(200), users);

        assertThat(level.requestsPerSecond() * level.meanMillis() / 1e3).isCloseTo(users, within(1e-6));
        assertThat(level.requestsPerSecond()).isLessThanOrEqualTo(200 / 0.2041 + 1e-9);
        assertThat(level.meanMillis()).isGreaterThanOrEqualTo(204.1 - 1e-9);
    }

    @Test
    void thePlateauIsThatOfLevelsAboveTheLowest() {
        var lowest = Windows.level(256, 0, 20, 204.1 * 256 / 200);
        var highest = Windows.level(1024, 30, 20, 1_045);
        var measurement = of(lowest, highest);

        assertThat(PredictedFigures.plateau(LIMITED, measurement, lowest)).isEmpty();
        assertThat(PredictedFigures.plateau(LIMITED, measurement.stoppedBecause("aborted"), highest))
                .isEmpty();
        assertThat(PredictedFigures.plateau(LIMITED, measurement, highest)).hasValueSatisfying(level -> {
            assertThat(level.requestsPerSecond()).isCloseTo(980, within(2.0));
            assertThat(level.meanMillis()).isCloseTo(1_045, within(2.0));
        });
    }

    /** The study's 297.7 requests per second are 5 / 16.8 ms; on two CPUs five queries at once take 42.5 ms each. */
    @Test
    void requestsThatSlowEachOtherDownAreServedAsTheNamedLevelShows() {
        var cold = Windows.level(5, 0, 3, 60);
        var alone = Windows.level(1, 3, 3, 17);
        var five = Windows.level(5, 6, 3, 42.5);
        var all = Windows.level(300, 9, 10, 2_550);
        var measurement = of(cold, alone, five, all);

        assertThat(PredictedFigures.plateau(AT_FIVE, measurement, all)).hasValueSatisfying(level -> {
            assertThat(level.requestsPerSecond()).isCloseTo(5 / 0.0425, within(1.0));
            assertThat(level.meanMillis()).isCloseTo(2_550, within(20.0));
        });
        assertThat(PredictedFigures.plateau(AT_FIVE, measurement, five)).isEmpty();
        assertThat(PredictedFigures.plateau(AT_FIVE, measurement, alone)).isEmpty();
        assertThat(PredictedFigures.plateau(AT_FIVE, of(alone, all), all)).isEmpty();
        assertThat(PredictedFigures.of(AT_FIVE, measurement)).isEmpty();
        assertThat(PredictedLevel.of(AT_FIVE, all)).isEmpty();
    }

    /** 71 680 user-seconds over the published counts are the published means, off by the requests that were cut. */
    @ParameterizedTest
    @CsvSource({"113775, 625", "339739, 211", "344001, 208", "45328, 1551", "139261, 513"})
    void theMeanOfTheWholeRunFollowsFromItsUserSeconds(double requests, double published) {
        var figures = new PredictedFigures(204.1, requests, requests / 120);

        assertThat(figures.meanMillis(new Ledger(80, 71_600, 0, 0, 5)).orElseThrow())
                .isCloseTo(published, Percentage.withPercentage(2));
    }

    @Test
    void whereUsersThinkTheyDoNotOnlyWait() {
        assertThat(new PredictedFigures(200, 10, 1).meanMillis(new Ledger(0, 10, 1, 0, 0)))
                .isEmpty();
    }

    @Test
    void aRunOfTheStudyIsPredictedWithinOnePerCent() {
        var run = Results.delay200();
        for (var trial : run.trials()) {
            var measured = trial.measurement().orElseThrow();
            var prediction = Optional.ofNullable(
                            run.expected().predictions().get(trial.id().variant()))
                    .orElseThrow();

            assertThat(PredictedFigures.of(prediction, measured).orElseThrow().requests())
                    .isCloseTo((double) measured.wholeRun().requests().ended(), Percentage.withPercentage(1));
        }
    }

    private static Measurement of(WindowMeasurement... windows) {
        return new Measurement(
                List.of(windows), Windows.wholeRun(List.of(windows)), new Series(1, List.of()), Map.of(), "");
    }
}
