package dev.ralbench.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.result.RunResult.ThreadDemand;
import dev.ralbench.scenario.Prediction;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StudyPredictionsTest {

    /** The table of the study of combined calls, with the 21 threads that its server had anyway, and 8 event loops. */
    @ParameterizedTest
    @CsvSource({
        "sequence,  21, 2, 0, 0, 10,  200,  2.36, 41",
        "parallel,  21, 3, 2, 1, 10,  200,  4.61, 651",
        "reactive,  29, 3, 0, 0, 10,  200,  4.57, 58",
        "sequence,  19, 2, 0, 0, 100, 2000, 23.6, 219",
        "parallel,  20, 3, 2, 1, 100, 998,  28.9, 3214",
        "reactive,  27, 3, 0, 0, 100, 2000, 28.0, 226"
    })
    void theStudysThreads(
            String variant,
            int base,
            int perUser,
            int perRequest,
            int kept,
            int users,
            long requests,
            double perSecond,
            double published) {
        var threads = new ThreadDemand(base, perUser, perRequest, Optional.of(60.0), kept);

        assertThat(StudyPredictions.peak(threads, 200, users, requests, perSecond))
                .as(variant)
                .isCloseTo(published, within(2.0));
    }

    @Test
    void requestsBeforeTheIdleTimeHaveLostTheirThreads() {
        var threads = new ThreadDemand(0, 0, 2, Optional.of(60.0), 1);

        assertThat(StudyPredictions.peak(threads, 200, 100, 2_000, 10)).isEqualTo(2 * 600 + 2_000);
    }

    @Test
    void withoutAnIdleTimeTheyStay() {
        assertThat(StudyPredictions.peak(new ThreadDemand(5, 0, 3, Optional.empty(), 0), 200, 100, 2_000, 10))
                .isEqualTo(5 + 6_000);
    }

    static Stream<Random> seeds() {
        return IntStream.range(0, 100).mapToObj(Random::new);
    }

    /** There are never fewer threads with more of anything, and never fewer than the base. */
    @ParameterizedTest
    @MethodSource("seeds")
    void moreOfAnythingIsNeverFewerThreads(Random random) {
        var threads = new ThreadDemand(
                random.nextInt(100),
                random.nextInt(5),
                random.nextInt(5),
                Optional.of(random.nextDouble(100)).filter(any -> random.nextBoolean()),
                random.nextInt(3));
        int workers = random.nextInt(1, 300);
        int users = random.nextInt(1, 300);
        long requests = random.nextLong(users, 10_000);
        double rate = random.nextDouble(100);
        double peak = StudyPredictions.peak(threads, workers, users, requests, rate);

        assertThat(peak)
                .isBetween(
                        (double) threads.base(),
                        threads.base() + workers + (threads.perRequest() + threads.kept()) * (double) requests);
        assertThat(StudyPredictions.peak(threads, workers + 1, users, requests, rate))
                .isGreaterThanOrEqualTo(peak);
        assertThat(StudyPredictions.peak(threads, workers, users + 1, requests, rate))
                .isGreaterThanOrEqualTo(peak);
        assertThat(StudyPredictions.peak(threads, workers, users, requests + 1, rate))
                .isGreaterThanOrEqualTo(peak);
        assertThat(StudyPredictions.peak(threads, workers, users, requests, rate + 1))
                .isGreaterThanOrEqualTo(peak);
    }

    @Test
    void theRateIsThePredictedOne() {
        var window = Windows.counted("all", 10, 20, 0, 2_210, 0);
        var threads = Optional.of(new ThreadDemand(13, 3, 2, Optional.of(10.0), 1));
        var predicted = new PredictionResult(
                2_000,
                Optional.of(200),
                Optional.empty(),
                Optional.empty(),
                Optional.of(200.0),
                Optional.of(2),
                threads,
                Optional.empty(),
                Optional.empty());

        assertThat(StudyPredictions.threads(predicted, window).orElseThrow())
                .isCloseTo(13 + 30 + 2 * 10 * 200 / 44.0 + 200, within(1e-6));
        var silent = PredictionResult.ofDelay(2_000, Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(StudyPredictions.threads(silent, window)).isEmpty();
    }

    /** A hundred requests with two calls each want 300 of 200 workers. */
    @Test
    void callsOfTheSameServerQueueForItsWorkers() {
        var alone = StudyPredictions.of(polling(Optional.of(2)), Windows.counted("all", 10, 20, 0, 2_210, 0))
                .orElseThrow();
        var crowded = StudyPredictions.of(polling(Optional.of(2)), Windows.counted("all", 100, 20, 0, 3_500, 0))
                .orElseThrow();

        assertThat(alone.totalSeconds()).hasValue(44);
        assertThat(crowded.totalSeconds().orElseThrow()).isBetween(60.0, 75.0);
        assertThat(crowded.requestsPerSecond())
                .isCloseTo(2_000 / crowded.totalSeconds().orElseThrow(), within(1e-9));
    }

    @Test
    void ofCallsNothingIsSaidWhereNoRequestsAreCounted() {
        assertThat(StudyPredictions.of(polling(Optional.of(2)), Windows.level(10, 0, 20, 2_200)))
                .isEmpty();
    }

    private static PredictionResult polling(Optional<Integer> calls) {
        return new PredictionResult(
                2_000,
                calls.map(any -> 200),
                Optional.empty(),
                Optional.empty(),
                Optional.of(200.0),
                calls,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void callsAreSimulatedUnderTheConditionsOfTheClosedForms() {
        var calls = polling(Optional.of(2));
        var planned = Copy.of(calls).with("busySeconds", Optional.of(100.0)).made();
        var ofAnotherLevel = Copy.of(calls).with("serviceAt", Optional.of(5)).made();
        var window = Windows.counted("all", 10, 20, 0, 2_210, 0);

        assertThat(StudyPredictions.of(calls, window)).isPresent();
        assertThat(StudyPredictions.of(planned, window)).isEmpty();
        assertThat(StudyPredictions.of(ofAnotherLevel, window)).isEmpty();
        assertThat(StudyPredictions.of(calls, Windows.counted("all", 10, 20, 0, 2_210, 1)))
                .isEmpty();
        assertThat(StudyPredictions.bounds(planned, window)).isPresent();
    }

    @Test
    void withoutCallsTheClosedFormHolds() {
        var window = Windows.counted("all", 10, 20, 0, 2_210, 0);

        assertThat(StudyPredictions.of(polling(Optional.empty()), window))
                .isEqualTo(PredictedLevel.of(polling(Optional.empty()), window))
                .isPresent();
    }

    @Test
    void eachMetricHasItsFigure() {
        var threads = Optional.of(new ThreadDemand(13, 3, 0, Optional.empty(), 0));
        var prediction =
                Copy.of(polling(Optional.of(2))).with("threads", threads).made();
        var window = Windows.counted("all", 10, 20, 0, 2_210, 0);

        assertThat(StudyPredictions.of(prediction, window, ProcessMetrics.THREADS_PEAK))
                .hasValue(13 + 30);
        assertThat(StudyPredictions.of(prediction, window, RequestMetrics.TOTAL_TIME))
                .hasValue(44);
        assertThat(StudyPredictions.of(prediction, window, RequestMetrics.P99)).isEmpty();
        assertThat(StudyPredictions.of(
                        prediction, Windows.counted("all", 10, 20, 0, 2_210, 1), ProcessMetrics.THREADS_PEAK))
                .as("of a level that hangs")
                .isEmpty();
    }

    private static final PredictionResult STORED =
            PredictionResult.ofDelay(250, Optional.empty(), Optional.empty(), Optional.empty());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final LoadPlan TEN_BY_TEN = LoadPlan.of(
            new LoadShape.LoopsPerUser(10, 10, Duration.ZERO, Optional.of(Duration.ofSeconds(20))), TIMEOUT);

    private static Prediction declared(Optional<Prediction.Threads> threads, Optional<Prediction.Executor> executor) {
        return new Prediction(
                Duration.ofMillis(250),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                threads,
                executor,
                OptionalInt.empty());
    }

    @Test
    void whatDependsOnTheMachineOrTheLoadIsWorkedOut() {
        var declared = declared(
                Optional.of(new Prediction.Threads(13, 3, 2, Optional.of(Duration.ofSeconds(6)), 1, true)),
                Optional.of(new Prediction.Executor(20, 20, 16)));

        assertThat(StudyPredictions.added(STORED, declared, TEN_BY_TEN, 6))
                .isEqualTo(STORED.with(Optional.of(new ThreadDemand(19, 3, 2, Optional.of(6.0), 1)), Optional.of(14L)));
    }

    @Test
    void nothingIsAddedWhereNothingMoreIsDeclared() {
        var declared = declared(Optional.empty(), Optional.empty());

        assertThat(StudyPredictions.added(STORED, declared, TEN_BY_TEN, 6)).isEqualTo(STORED);
    }

    @ParameterizedTest
    @CsvSource({"1, 17", "2, 17", "4, 17", "8, 21"})
    void eventLoopsAreAsManyAsCpusButFourAtLeast(int cpus, int base) {
        assertThat(base(true, cpus)).isEqualTo(base);
        assertThat(base(false, cpus)).isEqualTo(13);
    }

    private static int base(boolean eventLoops, int cpus) {
        var threads = new Prediction.Threads(13, 3, 0, Optional.empty(), 0, eventLoops);
        var declared = declared(Optional.of(threads), Optional.empty());
        return StudyPredictions.added(STORED, declared, TEN_BY_TEN, cpus)
                .threads()
                .orElseThrow()
                .base();
    }

    private static PredictionResult hanging(long atLeast) {
        return STORED.with(Optional.empty(), Optional.of(atLeast));
    }

    /** In one trial one is open at the end and one timed out, in the other two of each. */
    @Test
    void theTrialWithTheFewestHangsIsNextToThePrediction() {
        var levels = List.of(Windows.counted("warm", 10, 10, 0, 260, 1), Windows.counted("warm", 10, 10, 0, 260, 2));

        assertThat(StudyPredictions.hangs(hanging(2), levels))
                .contains("2 requests hung at the last level, at least 2 predicted");
        assertThat(StudyPredictions.hangs(hanging(3), levels))
                .contains("2 requests hung at the last level, at least 3 predicted: some tasks ended before all were"
                        + " handed over, which the prediction leaves out");
    }

    @Test
    void ofHangsNothingIsSaidWhereNoneArePredictedOrNoneCouldBeSeen() {
        assertThat(StudyPredictions.hangs(STORED, List.of(Windows.counted("warm", 10, 10, 0, 260, 1))))
                .isEmpty();
        assertThat(StudyPredictions.hangs(hanging(3), List.of())).isEmpty();
    }
}
