package dev.ralbench.fleet;

import dev.ralbench.result.AgentClock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How far an agent's monotonic clock is from the main's. The two begin at unrelated instants, so the offset itself can
 * be hours; only its change and its uncertainty say something.
 *
 * @param nanos agent's clock minus main's
 * @param uncertaintyNanos the true offset is not further away than this
 */
public record ClockOffset(long nanos, long uncertaintyNanos) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * One question for the time.
     *
     * @param sent when the main asked, by its clock
     * @param answered the agent's clock at its answer
     * @param received when the main had the answer, by its clock
     */
    record RoundTrip(long sent, long answered, long received) {
        private long took() {
            return received - sent;
        }
    }

    /**
     * By the shortest of the round trips: the agent looked at its clock at some moment within it, so half of it is the most by
     * which its middle is wrong. A mean would take in those that waited somewhere.
     */
    static ClockOffset of(List<RoundTrip> trips) {
        var best = trips.stream()
                .min(Comparator.comparingLong(RoundTrip::took))
                .orElseThrow(() -> new IllegalArgumentException("no round trip"));
        return new ClockOffset(best.answered - best.sent - best.took() / 2, (best.took() + 1) / 2);
    }

    /**
     * What a result keeps of a comparison before a load.
     *
     * @param after the comparison after the load; empty if the agent was lost
     */
    AgentClock upTo(Optional<ClockOffset> after) {
        return new AgentClock(
                nanos / NANOS_PER_MILLI,
                uncertaintyNanos / NANOS_PER_MILLI,
                after.map(later -> new AgentClock.Drift(
                        (later.nanos - nanos) / NANOS_PER_MILLI,
                        (uncertaintyNanos + later.uncertaintyNanos) / NANOS_PER_MILLI)));
    }

    /** An instant of the main's clock by the agent's. */
    public long toAgent(long mainNanos) {
        return mainNanos + nanos;
    }

    /** An instant of the agent's clock by the main's. */
    public long toMain(long agentNanos) {
        return agentNanos - nanos;
    }
}
