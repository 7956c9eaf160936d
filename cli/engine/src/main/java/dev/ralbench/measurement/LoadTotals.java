package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * All that a load has done up to a moment, its warm-up included. The difference of two covers the time between them:
 * made for displays, and too large to keep many of.
 */
public final class LoadTotals {
    private static final double SHORTEST_SECONDS = 0.5;

    private final NamedRequests.Kind kind;
    private final double seconds;
    private final Map<Outcome, Long> failures;
    private final Histogram successful;
    private final Map<String, LoadTotals> byName;

    /** @param successful response times; not shared with a recorder */
    private LoadTotals(
            NamedRequests.Kind kind,
            double seconds,
            Map<Outcome, Long> failures,
            Histogram successful,
            Map<String, LoadTotals> byName) {
        this.kind = kind;
        this.seconds = seconds;
        this.failures = Map.copyOf(failures);
        this.successful = successful;
        this.byName = Map.copyOf(byName);
    }

    /** Before the first request. */
    public static LoadTotals none() {
        return none(NamedRequests.Kind.REQUEST);
    }

    /** Before the first request, or journey. */
    static LoadTotals none(NamedRequests.Kind kind) {
        return new LoadTotals(kind, 0, Map.of(), LatencyDistribution.newHistogram(), Map.of());
    }

    /** Later by some seconds of load, with the response times that were recorded in them. */
    LoadTotals plus(double moreSeconds, Map<Outcome, Long> failuresSoFar, Histogram more) {
        var sum = successful.copy();
        sum.add(more);
        return new LoadTotals(kind, seconds + moreSeconds, failuresSoFar, sum, byName);
    }

    /** These with those of the requests, or journeys, of some names. */
    LoadTotals with(Map<String, LoadTotals> named) {
        return new LoadTotals(kind, seconds, failures, successful, named);
    }

    /** The totals since an earlier moment of the same load. */
    public LoadTotals since(LoadTotals earlier) {
        var rest = successful.copy();
        rest.subtract(earlier.successful);
        var named = new TreeMap<String, LoadTotals>();
        byName.forEach((name, totals) ->
                named.put(name, earlier.of(name).map(totals::since).orElse(totals)));
        var failed = new EnumMap<Outcome, Long>(Outcome.class);
        failures.forEach((outcome, count) -> failed.put(outcome, count - earlier.failures.getOrDefault(outcome, 0L)));
        return new LoadTotals(kind, seconds - earlier.seconds, failed, rest, named);
    }

    /** Those of the requests, or journeys, of one name; empty unless the recording was to keep them. */
    public Optional<LoadTotals> of(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The totals since an earlier moment, if they are enough for a rate: a sample is about a second, and what a rest cut
     * short counts for the next one. Not the figures of one sample: others may have been taken in between.
     */
    public Optional<LoadTotals> secondSince(LoadTotals earlier) {
        return seconds - earlier.seconds < SHORTEST_SECONDS ? Optional.empty() : Optional.of(since(earlier));
    }

    /** Time in which the load was on; of loads that take turns, without the turns of others. */
    public double seconds() {
        return seconds;
    }

    public long failures() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How requests ended, without outcomes that there were none of; those dropped at the end of the load are not in it. */
    public Map<Outcome, Long> outcomes() {
        var outcomes = new EnumMap<Outcome, Long>(Outcome.class);
        failures.forEach((outcome, count) -> {
            if (count > 0) {
                outcomes.put(outcome, count);
            }
        });
        if (successful.getTotalCount() > 0) {
            outcomes.put(Outcome.OK, successful.getTotalCount());
        }
        return outcomes;
    }

    /** What they are the totals of, if they are those of one name. */
    public NamedRequests.Kind kind() {
        return kind;
    }

    /** Those of each name of requests and journeys; none unless the recording was to keep them. */
    public Map<String, LoadTotals> byName() {
        return byName;
    }

    /** Response times of successful requests in the buckets of monitoring systems. */
    public ExponentialBuckets exponentialBuckets() {
        return ExponentialBuckets.of(successful);
    }

    /** Response times of successful requests. */
    public LatencyDistribution successful() {
        return new LatencyDistribution(successful);
    }

    /** Failed requests of all, from 0 to 1; 0 before the first one ended. */
    public double errorShare() {
        return ended() == 0 ? 0 : (double) failures() / ended();
    }

    /** Requests that were answered or failed. */
    public long ended() {
        return successful.getTotalCount() + failures();
    }

    /** Successful responses per second; 0 before the first second. */
    public double responsesPerSecond() {
        return seconds <= 0 ? 0 : successful.getTotalCount() / seconds;
    }

    /**
     * The response time in milliseconds that the given share of the successful requests does not exceed.
     *
     * @param percentile above 0, at most 100
     * @return empty if fewer than ten samples lie beyond it
     */
    public OptionalDouble percentileMillis(double percentile) {
        return LatencyDistribution.percentileMillis(successful, percentile);
    }
}
