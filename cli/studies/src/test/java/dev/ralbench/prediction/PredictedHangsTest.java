package dev.ralbench.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadShape;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.scenario.Prediction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictedHangsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static Optional<Long> of(LoadShape shape, int room) {
        return PredictedHangs.atLeast(UserTimeline.of(shape), TIMEOUT, room);
    }

    private static LoadShape loops(int users, long loops, String within) {
        return new LoadShape.LoopsPerUser(
                users, loops, Duration.ZERO, Optional.ofNullable(within).map(Duration::parse));
    }

    /** Forty tasks of sixteen each: two requests fit, as the study of fanning out has it; its model has one hung more. */
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 1", "5, 3", "10, 8", "100, 98"})
    void requestsBeyondTheRoomOfTheExecutorHang(int users, long hung) {
        assertThat(of(loops(users, 10, "PT10S"), 2)).contains(hung);
    }

    @ParameterizedTest
    @CsvSource({
        "PT10S, 10, 8",
        "PT10.001S, 10, 14",
        "PT20S, 10, 14",
        "PT20S, 1, 8",
        "PT1H, 10, 20",
        "PT1H, 3, 18",
        ", 2, 14"
    })
    void whoGivesUpCallsAgainUntilTheTimeIsOverOrTheCallsAreDone(String within, long loops, long hung) {
        assertThat(of(loops(10, loops, within), 2)).contains(hung);
    }

    @Test
    void everyPartOfTheLastLevelCounts() {
        var cold = new LoadShape.Labelled(loops(50, 1, "PT10S"), "cold");
        var warm = new LoadShape.Labelled(new LoadShape.Repeated(loops(10, 10, "PT20S"), 5), "warm");

        assertThat(of(new LoadShape.Sequence(List.of(cold, warm)), 2)).contains(5 * 14L);
    }

    /** Those who are answered use the requests up before the others have given up. */
    @Test
    void ofRequestsThatAreSharedTheFirstTimeAloneIsSure() {
        var shared = new LoadShape.TotalRequests(100, 1_000, Optional.of(Duration.ofMinutes(1)));

        assertThat(of(shared, 2)).contains(98L);
    }

    @Test
    void aBurstIsAllAtOnce() {
        assertThat(of(new LoadShape.Burst(1000, 1, Optional.empty()), 200)).contains(800L);
    }

    @Test
    void usersThatStartOneAfterTheOtherHaveNoPrediction() {
        assertThat(of(new LoadShape.LoopsPerUser(10, 10, Duration.ofSeconds(10)), 2))
                .isEmpty();
        assertThat(of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(10)), 2))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 50, 1000})
    void theWavesAddUp(int room) {
        for (int users = 1; users <= 60; users++) {
            for (long waves = 1; waves <= 8; waves++) {
                int all = users;
                long sum = LongStream.rangeClosed(1, waves)
                        .map(wave -> Math.max(0, all - wave * room))
                        .sum();
                assertThat(PredictedHangs.atLeast(users, room, waves)).isEqualTo(sum);
                assertThat(sum).isLessThanOrEqualTo(users * waves);
            }
        }
    }

    @Test
    void oneRequestIsNoneOfSeveral() {
        assertThat(PredictedHangs.inWords(1, 1)).isEqualTo("1 request hung at the last level, at least 1 predicted");
    }

    /** Two requests of sixteen tasks always fit into forty; a third does not. */
    @ParameterizedTest
    @CsvSource({"20, 20, 16, 2", "10, 5, 16, 0", "16, 0, 16, 1", "1, 0, 1, 1"})
    void anExecutorHasRoomForWholeRequests(int threads, int queue, int tasks, int room) {
        assertThat(PredictedHangs.room(new Prediction.Executor(threads, queue, tasks)))
                .isEqualTo(room);
    }
}
