package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionTest {
    private static Map<String, Prediction> predictions(String written) {
        return Texts.source("""
                        schema: 1
                        name: mine
                        request: { path: /combined }
                        load: { closed: { requests: { users: 10, requests: 200 } } }
                        variants: { parallel: { target: combined }, plain: { target: combined } }
                        predict:
                        """ + written.indent(2))
                .resolve(Overrides.none())
                .scenario()
                .expected()
                .predictions();
    }

    @Test
    void allKeysAreRead() {
        var read = predictions("""
                parallel:
                  delay: 2s
                  workers: 200
                  cpu: 5ms
                  poll: 200ms
                  calls: 2
                  threads: { base: 13, perUser: 3, perRequest: 2, idle: 60s, kept: 1, eventLoops: true }
                  executor: { threads: 20, queue: 0, tasks: 16 }
                  serviceAt: 5
                """);

        assertThat(read)
                .containsEntry(
                        "parallel",
                        new Prediction(
                                Duration.ofSeconds(2),
                                OptionalInt.of(200),
                                Optional.of(Duration.ofMillis(5)),
                                Optional.of(Duration.ofMillis(200)),
                                OptionalInt.of(2),
                                Optional.of(
                                        new Prediction.Threads(13, 3, 2, Optional.of(Duration.ofMinutes(1)), 1, true)),
                                Optional.of(new Prediction.Executor(20, 0, 16)),
                                OptionalInt.of(5)));
    }

    @Test
    void keysThatAreNotWrittenHaveNoValue() {
        assertThat(predictions("plain: { delay: 0, threads: { base: 7 } }"))
                .containsEntry(
                        "plain",
                        new Prediction(
                                Duration.ZERO,
                                OptionalInt.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Optional.of(new Prediction.Threads(7, 0, 0, Optional.empty(), 0, false)),
                                Optional.empty(),
                                OptionalInt.empty()));
    }

    /** Two requests of sixteen tasks always fit into forty; a third does not. */
    @ParameterizedTest
    @CsvSource({"20, 20, 16, 2", "10, 5, 16, 0", "16, 0, 16, 1", "1, 0, 1, 1"})
    void anExecutorHasRoomForWholeRequests(int threads, int queue, int tasks, int room) {
        assertThat(new Prediction.Executor(threads, queue, tasks).room()).isEqualTo(room);
    }

    @ParameterizedTest
    @CsvSource({"1, 17", "2, 17", "4, 17", "8, 21"})
    void eventLoopsAreAsManyAsCpusButFourAtLeast(int cpus, int base) {
        assertThat(new Prediction.Threads(13, 3, 0, Optional.empty(), 0, true).baseOn(cpus))
                .isEqualTo(base);
        assertThat(new Prediction.Threads(13, 3, 0, Optional.empty(), 0, false).baseOn(cpus))
                .isEqualTo(13);
    }
}
