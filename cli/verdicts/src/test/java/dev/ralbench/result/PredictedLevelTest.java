package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult.CpuDemand;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Windows;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictedLevelTest {
    private static final Optional<CpuDemand> TWO_PROCESSORS = Optional.of(new CpuDemand(60, 2));
    private static final PredictionResult UNLIMITED =
            new PredictionResult(1_000, Optional.empty(), Optional.empty(), Optional.empty());
    private static final PredictionResult FIVE_WORKERS =
            new PredictionResult(1_000, Optional.of(5), Optional.empty(), Optional.empty());

    @Test
    void usersOverDelayEndPerSecond() {
        assertThat(PredictedLevel.of(UNLIMITED, Windows.counted("warm", 10, 10, 0, 1_070, 0)))
                .contains(new PredictedLevel(1_000, 10));
    }

    @Test
    void usersBeyondTheWorkersQueue() {
        assertThat(PredictedLevel.of(FIVE_WORKERS, Windows.counted("warm", 10, 10, 0, 2_000, 0)))
                .contains(new PredictedLevel(2_000, 5));
        assertThat(PredictedLevel.of(FIVE_WORKERS, Windows.counted("warm", 4, 10, 0, 1_000, 0)))
                .contains(new PredictedLevel(1_000, 4));
    }

    /** Four tasks of 15 ms each at once on two CPUs, next to a wait of 250 ms. */
    @ParameterizedTest
    @CsvSource({"1, 250", "8, 250", "9, 270", "10, 300", "100, 3000"})
    void usersBeyondTheProcessorsQueueToo(int users, double millis) {
        var prediction = new PredictionResult(250, Optional.empty(), TWO_PROCESSORS, Optional.empty());

        assertThat(PredictedLevel.of(prediction, Windows.counted("warm", users, 10, 0, 260, 0)))
                .contains(new PredictedLevel(millis, users * 1e3 / millis));
    }

    @ParameterizedTest
    @CsvSource({"5, 500", "10, 300", "100, 300"})
    void ofWorkersAndProcessorsTheScarcerOneCounts(int workers, double millis) {
        var prediction = new PredictionResult(250, Optional.of(workers), TWO_PROCESSORS, Optional.empty());

        assertThat(PredictedLevel.of(prediction, Windows.counted("warm", 10, 10, 0, 260, 0)))
                .contains(new PredictedLevel(millis, 10 * 1e3 / millis));
    }

    @Test
    void aLevelThatHangsIsNotForetold() {
        assertThat(PredictedLevel.of(UNLIMITED, Windows.counted("warm", 10, 10, 0, 260, 1)))
                .isEmpty();
    }

    @Test
    void plannedUserSecondsForetellTheWholeRunInstead() {
        var planned = new PredictionResult(200, Optional.empty(), Optional.empty(), Optional.of(71_680.0));

        assertThat(PredictedLevel.of(planned, Windows.level(10, 0, 20, 200))).isEmpty();
    }
}
