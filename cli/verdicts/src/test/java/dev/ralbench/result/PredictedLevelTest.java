package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Windows;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictedLevelTest {
    private static final Optional<CpuDemand> TWO_PROCESSORS = Optional.of(new CpuDemand(60, 2));
    private static final PredictionResult UNLIMITED =
            PredictionResult.ofDelay(1_000, Optional.empty(), Optional.empty(), Optional.empty());
    private static final PredictionResult FIVE_WORKERS =
            PredictionResult.ofDelay(1_000, Optional.of(5), Optional.empty(), Optional.empty());

    @Test
    void usersOverDelayEndPerSecond() {
        assertThat(PredictedLevel.of(UNLIMITED, Windows.counted("warm", 10, 10, 0, 1_070, 0)))
                .contains(inStep(1_000, 10, 10));
    }

    @Test
    void usersBeyondTheWorkersQueue() {
        assertThat(PredictedLevel.of(FIVE_WORKERS, Windows.counted("warm", 10, 10, 0, 2_000, 0)))
                .contains(inStep(2_000, 5, 20));
        assertThat(PredictedLevel.of(FIVE_WORKERS, Windows.counted("warm", 4, 10, 0, 1_000, 0)))
                .contains(inStep(1_000, 4, 10));
    }

    /** Four tasks of 15 ms each at once on two CPUs, next to a wait of 250 ms. */
    @ParameterizedTest
    @CsvSource({"1, 250", "8, 250", "9, 270", "10, 300", "100, 3000"})
    void usersBeyondTheCpusQueueToo(int users, double millis) {
        var prediction = PredictionResult.ofDelay(250, Optional.empty(), TWO_PROCESSORS, Optional.empty());

        assertThat(PredictedLevel.of(prediction, Windows.counted("warm", users, 10, 0, 260, 0)))
                .contains(steady(millis, users * 1e3 / millis));
    }

    @ParameterizedTest
    @CsvSource({"5, 500", "10, 300", "100, 300"})
    void ofWorkersAndCpusTheScarcerOneCounts(int workers, double millis) {
        var prediction = PredictionResult.ofDelay(250, Optional.of(workers), TWO_PROCESSORS, Optional.empty());

        assertThat(PredictedLevel.of(prediction, Windows.counted("warm", 10, 10, 0, 260, 0)))
                .contains(steady(millis, 10 * 1e3 / millis));
    }

    /** The figures of the study of bursts: 1000 users, 200 workers, eight event loops or four, or nothing that limits. */
    @ParameterizedTest
    @CsvSource({
        "1000, 200, 30000, 150, 90000",
        "1000, 8, 30000, 3750, 1890000",
        "1000, 8, 300, 37.5, 18900",
        "1000, 4, 300, 75, 37650",
        "1000, , 30000, 30, 30000",
        "7, 3, 1000, 3, 1714.2857142857142",
        "3, 5, 1000, 1, 1000"
    })
    void singleCallsEndInWaves(int users, Integer workers, double delay, double seconds, double meanMillis) {
        var prediction =
                PredictionResult.ofDelay(delay, Optional.ofNullable(workers), Optional.empty(), Optional.empty());

        var level = PredictedLevel.of(prediction, Windows.counted("burst", users, 1, 0, delay, 0))
                .orElseThrow();

        assertThat(level.totalSeconds()).hasValue(seconds);
        assertThat(level.meanMillis()).isCloseTo(meanMillis, within(1e-6));
        assertThat(level.requestsPerSecond()).isCloseTo(users / seconds, within(1e-9));
    }

    /** Wave by wave, as the formula adds them up. */
    @ParameterizedTest
    @CsvSource({"1, 1", "10, 3", "200, 200", "201, 200", "1000, 7", "1000, 999"})
    void theMeanOfWavesIsThatOfEachCall(int users, int workers) {
        var prediction = PredictionResult.ofDelay(100, Optional.of(workers), Optional.empty(), Optional.empty());
        double mean = IntStream.range(0, users)
                .map(call -> call / workers + 1)
                .average()
                .orElseThrow();

        assertThat(PredictedLevel.of(prediction, Windows.counted("burst", users, 1, 0, 100, 0)))
                .hasValueSatisfying(level -> assertThat(level.meanMillis()).isCloseTo(100 * mean, within(1e-6)));
    }

    @Test
    void singleCallsThatShareCpusAreNoWaves() {
        var prediction = PredictionResult.ofDelay(250, Optional.empty(), TWO_PROCESSORS, Optional.empty());

        assertThat(PredictedLevel.of(prediction, Windows.counted("cold", 10, 1, 0, 260, 0)))
                .contains(steady(300, 10 * 1e3 / 300));
    }

    @Test
    void aTimedLevelIsNoWave() {
        var level = Windows.level(10, 0, 1, 1_000);
        assertThat(level.requests().ended()).isEqualTo(level.usersTo());

        assertThat(PredictedLevel.of(FIVE_WORKERS, level)).contains(steady(2_000, 5));
    }

    /** As the study of combined calls has it: 200 requests by ten users, and 2000 by a hundred. */
    @ParameterizedTest
    @CsvSource({"10, 20, 44, 2200", "100, 20, 44, 2200", "1, 3, 6.6, 2200"})
    void aPollingClientSeesTheEndAtItsNextPoll(int users, int calls, double seconds, double meanMillis) {
        var level = PredictedLevel.of(polling(Optional.empty()), Windows.counted("all", users, calls, 0, 2_210, 0))
                .orElseThrow();

        assertThat(level.totalSeconds()).hasValue(seconds);
        assertThat(level.meanMillis()).isEqualTo(meanMillis);
    }

    /** Then both need the workers, and how long that takes has to be simulated. */
    @Test
    void callsOfTheSameServerHaveNoClosedForm() {
        assertThat(PredictedLevel.of(polling(Optional.of(2)), Windows.counted("all", 10, 20, 0, 2_210, 0)))
                .isEmpty();
        assertThat(PredictedLevel.of(polling(Optional.of(2)), Windows.level(10, 0, 20, 2_200)))
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

    private static PredictedLevel inStep(double meanMillis, double requestsPerSecond, double totalSeconds) {
        return new PredictedLevel(meanMillis, requestsPerSecond, OptionalDouble.of(totalSeconds));
    }

    private static PredictedLevel steady(double meanMillis, double requestsPerSecond) {
        return new PredictedLevel(meanMillis, requestsPerSecond, OptionalDouble.empty());
    }

    @Test
    void aLevelThatHangsIsNotPredicted() {
        assertThat(PredictedLevel.of(UNLIMITED, Windows.counted("warm", 10, 10, 0, 260, 1)))
                .isEmpty();
    }

    @Test
    void plannedUserSecondsPredictTheWholeRunInstead() {
        var planned = PredictionResult.ofDelay(200, Optional.empty(), Optional.empty(), Optional.of(71_680.0));

        assertThat(PredictedLevel.of(planned, Windows.level(10, 0, 20, 200))).isEmpty();
    }
}
