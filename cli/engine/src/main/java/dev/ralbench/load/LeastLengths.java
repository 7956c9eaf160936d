package dev.ralbench.load;

import java.time.Duration;

/**
 * How long a lead-in and the turn after it take at least, whatever is planned: what a slow service needs is known only when
 * it has answered.
 */
public record LeastLengths(Duration leadIn, Duration turn) {
    /** Of a turn: in one with fewer, where its ends happen to fall decides what its goodput is. */
    public static final int FEWEST_REQUESTS = 10;

    /** As planned. */
    public static final LeastLengths NONE = new LeastLengths(Duration.ZERO, Duration.ZERO);

    Duration of(Segment segment) {
        return switch (segment) {
            case Segment.LeadIn before -> leadIn;
            case Segment.Turn measured -> turn;
            case Segment.Hold other -> Duration.ZERO;
            case Segment.Slope other -> Duration.ZERO;
            case Segment.Counted other -> Duration.ZERO;
            case Segment.WarmUp other -> Duration.ZERO;
            case Segment.Open other -> Duration.ZERO;
        };
    }
}
