package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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

    @ParameterizedTest
    @CsvSource({"2000, 200, 2200", "2001, 200, 2200", "1999, 200, 2000", "0, 200, 200", "200, 20, 220", "5, 7, 7"})
    void theEndIsSeenAtTheFirstLookAfterIt(long wait, long interval, long seen) {
        assertThat(Prediction.seen(wait, interval)).isEqualTo(seen);
    }

    static Stream<Random> seeds() {
        return IntStream.range(0, 100).mapToObj(Random::new);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void itIsAWholeNumberOfIntervalsAndAboveTheWaitByAtMostOne(Random random) {
        long interval = random.nextLong(1, 1_000_000_000);
        long wait = random.nextLong(0, 60_000_000_000L);
        long seen = Prediction.seen(wait, interval);

        assertThat(seen % interval).isZero();
        assertThat(seen - wait).isBetween(1L, interval);
        assertThat(Prediction.seen(wait + random.nextLong(1_000_000_000), interval))
                .isGreaterThanOrEqualTo(seen);
    }

    @Test
    void thereIsNoPollingWithoutAnInterval() {
        assertThatThrownBy(() -> Prediction.seen(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Prediction.seen(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRequestThatPollsTakesLongerThanItsDelayAndAnyOtherDoesNot() {
        var delay = Duration.ofSeconds(2);
        var told = new Prediction(delay, OptionalInt.empty(), Optional.empty());
        var polling = new Prediction(
                delay,
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(Duration.ofMillis(200)),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());

        assertThat(told.alone()).isEqualTo(delay);
        assertThat(polling.alone()).isEqualTo(Duration.ofMillis(2200));
    }
}
