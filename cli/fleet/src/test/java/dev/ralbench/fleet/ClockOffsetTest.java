package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.fleet.ClockOffset.RoundTrip;
import dev.ralbench.result.AgentClock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockOffsetTest {
    @Test
    void theShortestRoundTripDecides() {
        var offset = ClockOffset.of(List.of(
                new RoundTrip(0, 5_900, 1_000), new RoundTrip(2_000, 7_050, 2_100), new RoundTrip(3_000, 9, 9_000)));

        assertThat(offset).isEqualTo(new ClockOffset(5_000, 50));
        assertThat(offset.toAgent(10_000)).isEqualTo(15_000);
        assertThat(offset.toMain(15_000)).isEqualTo(10_000);
    }

    private static List<RoundTrip> trips(Random random, long truth) {
        return IntStream.range(0, 20)
                .mapToObj(i -> {
                    long sent = random.nextLong(1L << 50);
                    long arrived = sent + random.nextInt(5_000_000);
                    return new RoundTrip(sent, arrived + truth, arrived + random.nextInt(5_000_000));
                })
                .toList();
    }

    /** The delays of the two ways are drawn independently, with clocks that are far apart in both directions. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4_711_000_000_000L, -4_711_000_000_000L})
    void theTruthIsWithinTheUncertainty(long truth) {
        var random = new Random(truth);
        for (int run = 0; run < 1000; run++) {
            var trips = trips(random, truth);
            var offset = ClockOffset.of(trips);
            assertThat(Math.abs(offset.nanos() - truth)).isLessThanOrEqualTo(offset.uncertaintyNanos());
            assertThat(trips).allMatch(trip -> trip.received() - trip.sent() >= 2 * offset.uncertaintyNanos() - 1);
        }
    }

    /** A clock that runs faster or slower, compared before a load and after it. */
    @ParameterizedTest
    @ValueSource(longs = {0, 3, -40_000_000, 900_000_000_000L})
    void theDriftIsWithinItsUncertainty(long drift) {
        var random = new Random(drift);
        for (int run = 0; run < 1000; run++) {
            long before = random.nextLong(1L << 50);
            var clock = ClockOffset.of(trips(random, before))
                    .upTo(Optional.of(ClockOffset.of(trips(random, before + drift))));
            var seen = clock.drift().orElseThrow();
            assertThat(Math.abs(seen.millis() - drift / 1e6)).isLessThanOrEqualTo(seen.uncertaintyMillis() + 1e-6);
            assertThat(seen.uncertaintyMillis()).isGreaterThanOrEqualTo(clock.uncertaintyMillis());
        }
    }

    @Test
    void ofAnAgentThatWasLostTheDriftIsNotKnown() {
        assertThat(new ClockOffset(1_500_000, 250_000).upTo(Optional.empty()))
                .isEqualTo(new AgentClock(1.5, 0.25, Optional.empty()));
    }

    @Test
    void withoutARoundTripNothingIsKnown() {
        assertThatThrownBy(() -> ClockOffset.of(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
