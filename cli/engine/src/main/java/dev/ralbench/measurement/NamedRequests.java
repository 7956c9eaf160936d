package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The requests of one name in a window; or the journeys of one name, each taken as one long request.
 *
 * @param name of the request, or of the step of a journey
 * @param kind what it is the name of
 * @param outcomes of the requests that started in it
 * @param completions requests that ended in it
 * @param successful response times of those that started in it and succeeded
 * @param firstByte times to the first byte of these responses; empty of journeys, which have none, and in results of
 *     versions that did not measure it
 * @param all response times likewise, with those that failed
 */
public record NamedRequests(
        String name,
        Kind kind,
        Map<Outcome, Long> outcomes,
        WindowRequests.Completions completions,
        LatencyDistribution successful,
        Optional<LatencyDistribution> firstByte,
        LatencyDistribution all) {
    public NamedRequests {
        outcomes = Map.copyOf(outcomes);
    }

    /** What has the name. */
    public enum Kind {
        REQUEST,
        JOURNEY,
    }

    /** Those of two windows of one level together, be they of one trial or of two. */
    NamedRequests plus(NamedRequests other) {
        var sum = new EnumMap<Outcome, Long>(Outcome.class);
        sum.putAll(outcomes);
        other.outcomes.forEach((outcome, count) -> sum.merge(outcome, count, Long::sum));
        return new NamedRequests(
                name,
                kind,
                sum,
                completions.plus(other.completions),
                successful.plus(other.successful),
                KnownOfBoth.of(firstByte, other.firstByte, LatencyDistribution::plus),
                all.plus(other.all));
    }
}
