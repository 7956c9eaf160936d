package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time to the first byte in virtual time: it has the start of the response time, whatever the load. */
class FirstByteTimesTest {
    private static final long MILLI = 1_000_000;

    /** The head after 30 ms, the rest after 70 more; each fourth fails. */
    private static final class InParts implements Script {
        private final int failing;
        private long requests;

        InParts(int failing) {
            this.failing = failing;
        }

        @Override
        public ScriptedResponse response(long startNanos) {
            boolean fails = ++requests % 4 < failing;
            return fails
                    ? new ScriptedResponse(startNanos + 5 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503")
                    : ScriptedResponse.ok(startNanos + 100 * MILLI);
        }

        @Override
        public long firstByteNanos(long startNanos, long endNanos) {
            return Math.min(endNanos, startNanos + 30 * MILLI);
        }
    }

    private static double median(WindowMeasurement window) {
        return RequestMetrics.FIRST_BYTE_P50.of(window).getAsDouble();
    }

    @Test
    void usersWaitForTheFirstByteAndThenForTheRest() {
        var plan = VirtualLoad.plan(new LoadShape.ConstantUsers(10, Duration.ofSeconds(20)));
        var window = VirtualLoad.run(plan, 2, new InParts(1)).windows().getFirst();

        assertThat(window.requests().failed()).isPositive();
        assertThat(window.requests().firstByte().orElseThrow().count())
                .isEqualTo(window.requests().successful().count());
        assertThat(median(window)).isEqualTo(30, within(0.03));
        assertThat(RequestMetrics.FIRST_BYTE_P99.of(window).getAsDouble()).isEqualTo(30, within(0.03));
        assertThat(RequestMetrics.P50.of(window).getAsDouble()).isEqualTo(100, within(0.1));
    }

    @Test
    void arrivalsCountFromWhenTheyWereDue() {
        // One connection, 100 ms each, and 20 a second: the k-th is sent k × 50 ms after it was due.
        var plan = VirtualLoad.plan(
                new LoadShape.Open(new RateShape.Constant(20, Duration.ofSeconds(20)), Arrivals.even(), 1));
        var requests =
                VirtualLoad.run(plan, 1, new InParts(0)).windows().getFirst().requests();
        var firstByte = requests.firstByte().orElseThrow();

        assertThat(firstByte.count()).isEqualTo(requests.successful().count()).isGreaterThan(150);
        assertThat(firstByte.minMillis().getAsDouble()).isEqualTo(30, within(0.03));
        assertThat(firstByte.maxMillis().getAsDouble())
                .isEqualTo(requests.successful().maxMillis().getAsDouble() - 70, within(10.0))
                .isGreaterThan(5_000);
        assertThat(firstByte.meanMillis().getAsDouble())
                .isEqualTo(requests.successful().meanMillis().getAsDouble() - 70, within(5.0));
    }
}
