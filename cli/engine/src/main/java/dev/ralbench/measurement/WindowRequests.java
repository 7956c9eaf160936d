package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * The outcome of the requests of one window: those that started in it, unless noted otherwise.
 *
 * @param outcomes how they ended; every outcome is listed
 * @param completions requests that ended within the window, whenever started
 * @param successful response times of the successful requests: the headline latency
 * @param firstByte times from the start of the successful requests to the first byte of their responses; empty in results
 *     of versions that did not measure it
 * @param all response times of all requests that ended, failed ones too; timeouts at the limit value
 * @param connecting times of connection set-up
 * @param resent requests that were sent once more, because the server had closed the idle connection; empty in results of
 *     versions that did not count them by window
 * @param transfer bytes of the requests that {@code completions} counts; empty in results of versions that did not count
 *     them
 * @param longestStallSeconds the longest time without any completion
 * @param peakPerSecond most requests that ended within one second; empty if the series is too coarse
 */
public record WindowRequests(
        Map<Outcome, Long> outcomes,
        Completions completions,
        LatencyDistribution successful,
        Optional<LatencyDistribution> firstByte,
        LatencyDistribution all,
        LatencyDistribution connecting,
        OptionalLong resent,
        Optional<Transfer> transfer,
        double longestStallSeconds,
        OptionalDouble peakPerSecond) {
    /** Shorter stalls cannot be detected. */
    public static final double SHORTEST_STALL_SECONDS = Gaps.SHORTEST_NANOS / 1e9;

    /**
     * Requests by the window in which they ended. Rates are taken from these: requests in flight at a window's
     * beginning make up for those in flight at its end, also in the last window, whose last requests are dropped. A
     * window that lasts until its requests are done counts just these.
     *
     * @param successful good responses
     * @param ended all requests that were answered or failed
     */
    public record Completions(long successful, long ended) {
        Completions plus(Completions other) {
            return new Completions(successful + other.successful, ended + other.ended);
        }
    }

    /**
     * The bytes of requests that ended, without those of TLS.
     *
     * @param responses that came as a whole, whatever their status: divided by these, {@code bodyBytes} are exact where
     *     all bodies are of one length
     * @param bodyBytes of the bodies of these as they were transferred: compressed or not, without the frames of chunks
     * @param receivedBytes everything that came, heads and half responses included
     * @param sentBytes everything that was sent
     */
    public record Transfer(long responses, long bodyBytes, long receivedBytes, long sentBytes) {
        Transfer plus(Transfer other) {
            return new Transfer(
                    responses + other.responses,
                    bodyBytes + other.bodyBytes,
                    receivedBytes + other.receivedBytes,
                    sentBytes + other.sentBytes);
        }
    }

    public WindowRequests {
        outcomes = Collections.unmodifiableMap(everyOutcome(outcomes));
    }

    private static Map<Outcome, Long> everyOutcome(Map<Outcome, Long> given) {
        var counts = new EnumMap<Outcome, Long>(Outcome.class);
        for (var outcome : Outcome.values()) {
            counts.put(outcome, given.getOrDefault(outcome, 0L));
        }
        return counts;
    }

    /** The requests of both windows: counts add up, distributions are merged. */
    WindowRequests plus(WindowRequests other) {
        var counts = new EnumMap<>(outcomes);
        other.outcomes.forEach((outcome, count) -> counts.merge(outcome, count, Long::sum));
        return new WindowRequests(
                counts,
                completions.plus(other.completions),
                successful.plus(other.successful),
                KnownOfBoth.of(firstByte, other.firstByte, LatencyDistribution::plus),
                all.plus(other.all),
                connecting.plus(other.connecting),
                sum(resent, other.resent),
                KnownOfBoth.of(transfer, other.transfer, Transfer::plus),
                Math.max(longestStallSeconds, other.longestStallSeconds),
                DoubleStream.concat(peakPerSecond.stream(), other.peakPerSecond.stream())
                        .max());
    }

    /** The same requests with other figures that are no sums. */
    WindowRequests with(double newLongestStallSeconds, OptionalDouble newPeakPerSecond) {
        return new WindowRequests(
                outcomes,
                completions,
                successful,
                firstByte,
                all,
                connecting,
                resent,
                transfer,
                newLongestStallSeconds,
                newPeakPerSecond);
    }

    private static OptionalLong sum(OptionalLong some, OptionalLong others) {
        return some.isEmpty() || others.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(some.getAsLong() + others.getAsLong());
    }

    public long count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** Requests that were answered or failed; not those dropped at the planned stop. */
    public long ended() {
        return count(outcome -> outcome.isSuccess() || outcome.isFailure());
    }

    public long failed() {
        return count(Outcome::isFailure);
    }

    private long count(Predicate<Outcome> counted) {
        return outcomes.entrySet().stream()
                .filter(entry -> counted.test(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Requests without a response when their part of the load should have been done. */
    public long stillOpen() {
        return count(Outcome.STILL_OPEN);
    }

    /** Requests without a response within the timeout. */
    public long timedOut() {
        return count(Outcome.TIMEOUT);
    }

    /** Failed requests as a share of the ended ones, 0 to 1; empty when none ended. */
    public OptionalDouble errorShare() {
        return shareOfEnded(failed());
    }

    /** Requests without a response within the timeout as such a share. */
    public OptionalDouble timeoutShare() {
        return shareOfEnded(timedOut());
    }

    /** Requests that were sent once more as such a share; empty too where they were not counted. */
    public OptionalDouble resentShare() {
        return resent.isPresent() ? shareOfEnded(resent.getAsLong()) : OptionalDouble.empty();
    }

    private OptionalDouble shareOfEnded(long some) {
        long ended = ended();
        return ended == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) some / ended);
    }
}
