package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Windows;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PredictedLevelTest {
    private static final PredictionResult UNLIMITED = new PredictionResult(1_000, Optional.empty(), Optional.empty());
    private static final PredictionResult FIVE_WORKERS = new PredictionResult(1_000, Optional.of(5), Optional.empty());

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

    @Test
    void aLevelThatHangsIsNotForetold() {
        assertThat(PredictedLevel.of(UNLIMITED, Windows.counted("warm", 10, 10, 0, 260, 1)))
                .isEmpty();
    }

    @Test
    void plannedUserSecondsForetellTheWholeRunInstead() {
        var planned = new PredictionResult(200, Optional.empty(), Optional.of(71_680.0));

        assertThat(PredictedLevel.of(planned, Windows.level(10, 0, 20, 200))).isEmpty();
    }
}
