package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PollingTest {
    @ParameterizedTest
    @CsvSource({"2000, 200, 2200", "2001, 200, 2200", "1999, 200, 2000", "0, 200, 200", "200, 20, 220", "5, 7, 7"})
    void theEndIsSeenAtTheFirstLookAfterIt(long wait, long interval, long seen) {
        assertThat(Polling.seen(wait, interval)).isEqualTo(seen);
    }

    static Stream<Random> seeds() {
        return IntStream.range(0, 100).mapToObj(Random::new);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void itIsAWholeNumberOfIntervalsAndAboveTheWaitByAtMostOne(Random random) {
        long interval = random.nextLong(1, 1_000_000_000);
        long wait = random.nextLong(0, 60_000_000_000L);
        long seen = Polling.seen(wait, interval);

        assertThat(seen % interval).isZero();
        assertThat(seen - wait).isBetween(1L, interval);
        assertThat(Polling.seen(wait + random.nextLong(1_000_000_000), interval))
                .isGreaterThanOrEqualTo(seen);
    }

    @Test
    void thereIsNoPollingWithoutAnInterval() {
        assertThatThrownBy(() -> Polling.seen(1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Polling.seen(-1, 1)).isInstanceOf(IllegalArgumentException.class);
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
