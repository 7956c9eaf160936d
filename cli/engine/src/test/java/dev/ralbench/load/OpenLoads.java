package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;

/** What tests of open loads have in common. */
final class OpenLoads {
    static final long MILLI = 1_000_000;
    static final Script IN_10_MILLIS = start -> ScriptedResponse.ok(start + 10 * MILLI);

    private OpenLoads() {}

    static LoadShape rate(double perSecond, int seconds, int connections) {
        return new LoadShape.Open(
                new RateShape.Constant(perSecond, Duration.ofSeconds(seconds)), Arrivals.even(), connections);
    }

    static OpenLoad open(WindowMeasurement window) {
        return window.open().orElseThrow();
    }

    static void assertEveryArrivalHasOneOutcome(Measurement measurement) {
        assertThat(measurement.windows())
                .allSatisfy(window -> window.open()
                        .ifPresent(open -> assertThat(window.requests().outcomes().values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum())
                                .isEqualTo(open.arrivals())));
    }
}
