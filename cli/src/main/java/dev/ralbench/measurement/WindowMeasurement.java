package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was found in one window: a level, a ramp, or the whole run. A request belongs to the window in which it
 * started.
 *
 * @param kind what sort of window
 * @param usersFrom users at its beginning
 * @param usersTo users at its end
 * @param startSeconds its beginning, counted from the start of the load
 * @param lengthSeconds its length as it really was
 * @param outcomes how the requests ended; every outcome is listed
 * @param successful response times of the successful requests: the headline latency
 * @param all response times of all requests that ended, failed ones too; time-outs at the limit value
 * @param connecting times of connection set-up
 * @param ledger where the user-seconds went
 * @param little Little's law, on levels only
 * @param longestStallSeconds the longest time without any completion
 * @param inside what was seen inside the target, where it could be looked into
 */
public record WindowMeasurement(
        Kind kind,
        int usersFrom,
        int usersTo,
        double startSeconds,
        double lengthSeconds,
        Map<Outcome, Long> outcomes,
        LatencyDistribution successful,
        LatencyDistribution all,
        LatencyDistribution connecting,
        Ledger ledger,
        Optional<LittleCheck> little,
        double longestStallSeconds,
        Optional<InsideView> inside) {

    /** What sort of window it is. */
    public enum Kind {
        /** Users constant: the windows that are compared. */
        LEVEL,
        /** Users changing. */
        RAMP,
        /** Until a number of requests was done. */
        COUNTED,
        /** All windows together: what Gatling or ab print. */
        WHOLE_RUN,
    }

    public WindowMeasurement {
        outcomes = java.util.Collections.unmodifiableMap(new EnumMap<>(outcomes));
    }

    /** The same with what was seen inside the target. */
    public WindowMeasurement withInside(InsideView view) {
        return new WindowMeasurement(
                kind,
                usersFrom,
                usersTo,
                startSeconds,
                lengthSeconds,
                outcomes,
                successful,
                all,
                connecting,
                ledger,
                little,
                longestStallSeconds,
                Optional.of(view));
    }

    public long count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** Requests that were answered or failed; not those dropped at the planned stop. */
    public long ended() {
        return outcomes.entrySet().stream()
                .filter(e -> e.getKey().isSuccess() || e.getKey().isFailure())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    public long failed() {
        return outcomes.entrySet().stream()
                .filter(e -> e.getKey().isFailure())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Successful responses per second. */
    public OptionalDouble goodputPerSecond() {
        return lengthSeconds <= 0 ? OptionalDouble.empty() : OptionalDouble.of(successful.count() / lengthSeconds);
    }

    /** Failed requests as a share of the ended ones, 0 to 1; empty when none ended. */
    public OptionalDouble errorShare() {
        return ended() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) failed() / ended());
    }
}
