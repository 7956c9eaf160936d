package dev.ralbench.load;

import java.time.Duration;

/**
 * Least length of a lead-in and of the turn after it, whatever is planned: the needs of a slow service are known only
 * when it has answered.
 */
public record LeastLengths(Duration leadIn, Duration turn) {
    /** Fewest requests of a turn: with fewer, its goodput depends on when exactly the turn begins and ends. */
    public static final int FEWEST_REQUESTS = 10;

    /** No least lengths: lead-in and turn last as long as planned. */
    public static final LeastLengths NONE = new LeastLengths(Duration.ZERO, Duration.ZERO);

    /** The longer lead-in and the longer turn of both. */
    public LeastLengths longest(LeastLengths other) {
        return new LeastLengths(longest(leadIn, other.leadIn), longest(turn, other.turn));
    }

    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    Duration of(Phase phase) {
        return switch (phase) {
            case Phase.LeadIn before -> leadIn;
            case Phase.Turn measured -> turn;
            case Phase.Hold other -> Duration.ZERO;
            case Phase.Slope other -> Duration.ZERO;
            case Phase.Counted other -> Duration.ZERO;
            case Phase.WarmUp other -> Duration.ZERO;
            case Phase.Open other -> Duration.ZERO;
        };
    }
}
