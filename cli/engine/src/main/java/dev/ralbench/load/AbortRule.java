package dev.ralbench.load;

import java.time.Duration;
import java.util.List;

/**
 * When a load ends before its plan does: as soon as the requests that ended within a span are beyond one of the limits.
 *
 * @param limits at least one
 * @param span from 1 s to 1 h
 */
public record AbortRule(List<Limit> limits, Duration span) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    public AbortRule {
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("needs a limit, such as errors: \">5%\"");
        }
        if (span.compareTo(SHORTEST) < 0 || span.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("for: must be from 1s to 1h, got " + span);
        }
    }

    /** What too many requests of a span must not be. */
    public sealed interface Limit {
        /** The name of the figure, such as {@code errors} or {@code p99}. */
        String figure();

        /** The share of requests that may be failed, or slow, from 0 to below 1. */
        double mostShare();
    }

    /** Failed requests among those that ended. */
    public record Errors(double mostShare) implements Limit {
        public Errors {
            if (!(mostShare >= 0 && mostShare < 1)) {
                throw new IllegalArgumentException("errors: must be less than 100%");
            }
        }

        @Override
        public String figure() {
            return "errors";
        }
    }

    /**
     * Response times of successful requests.
     *
     * @param percentile above 0 and below 100
     * @param most time that the percentile may have, positive
     */
    public record SlowResponses(String figure, double percentile, Duration most) implements Limit {
        public SlowResponses {
            if (!most.isPositive()) {
                throw new IllegalArgumentException(figure + ": must be above a time, such as >2s");
            }
        }

        @Override
        public double mostShare() {
            return 1 - percentile / 100;
        }
    }
}
