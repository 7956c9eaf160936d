package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.DoubleStream;

/**
 * What was found in one window: a level, a ramp, or the whole run. A request belongs to the window in which it
 * started.
 *
 * @param kind what sort of window
 * @param label the name that the scenario gives it; windows of one kind, number of users and label are one level
 * @param usersFrom users at its beginning
 * @param usersTo users at its end
 * @param startSeconds its beginning, counted from the start of the load
 * @param lengthSeconds its length as it really was; of the whole run without pauses between windows
 * @param outcomes how the requests ended; every outcome is listed
 * @param completions what ended within the window, whenever it had started
 * @param successful response times of the successful requests: the headline latency
 * @param all response times of all requests that ended, failed ones too; timeouts at the limit value
 * @param connecting times of connection set-up
 * @param ledger where the user-seconds went
 * @param little Little's law, on levels only
 * @param open what was offered where requests arrived at a rate; there {@code usersTo} is the most connections that there
 *     could be, and response times count from the intended starts
 * @param longestStallSeconds the longest time without any completion
 * @param peakPerSecond most requests that ended within one second; empty where the series is too coarse
 * @param inside what was seen inside the target, where it could be looked into
 * @param generator what the load generator itself used, where that was looked at
 * @param servers what servers next to the target had to do, by name; only where all of it could be seen
 * @param counters how far counters of the target's own went, by name; empty where it has none
 */
public record WindowMeasurement(
        Kind kind,
        Optional<String> label,
        int usersFrom,
        int usersTo,
        double startSeconds,
        double lengthSeconds,
        Map<Outcome, Long> outcomes,
        Completions completions,
        LatencyDistribution successful,
        LatencyDistribution all,
        LatencyDistribution connecting,
        Ledger ledger,
        Optional<LittleCheck> little,
        Optional<OpenLoad> open,
        double longestStallSeconds,
        OptionalDouble peakPerSecond,
        Optional<InsideView> inside,
        Optional<GeneratorUsage> generator,
        Map<String, ServerView> servers,
        Map<String, Double> counters) {

    /** What sort of window it is. */
    public enum Kind {
        /** Users constant: the windows that are compared. */
        LEVEL,
        /** Users constant, one of several at the same level that take turns with those of other variants. */
        TURN,
        /** Requests that get the target, or a turn, going; never compared. */
        WARM_UP,
        /** Users changing. */
        RAMP,
        /** Until a number of requests was done. */
        COUNTED,
        /** All windows together: what Gatling or ab print. */
        WHOLE_RUN,
    }

    /**
     * Requests by the window in which they ended. Rates are taken from these: what is in flight at a window's beginning
     * makes up for what is in flight at its end, also in the last window, whose last requests are dropped. A window that
     * lasts until its requests are done counts just these.
     *
     * @param successful good responses
     * @param ended all requests that were answered or failed
     */
    public record Completions(long successful, long ended) {
        Completions plus(Completions other) {
            return new Completions(successful + other.successful, ended + other.ended);
        }
    }

    public WindowMeasurement {
        outcomes = Collections.unmodifiableMap(everyOutcome(outcomes));
        servers = Collections.unmodifiableMap(new TreeMap<>(servers));
        counters = Collections.unmodifiableMap(new TreeMap<>(counters));
    }

    /** The same with what was seen inside the target and the generator. */
    public WindowMeasurement with(Optional<InsideView> seenInside, Optional<GeneratorUsage> seenOfGenerator) {
        return with(open, seenInside, seenOfGenerator, servers, counters);
    }

    /** The same with what was seen next to the target, and in its own counters. */
    public WindowMeasurement with(Map<String, ServerView> seenOfServers, Map<String, Double> seenInCounters) {
        return with(open, inside, generator, seenOfServers, seenInCounters);
    }

    /** The same as a window of an open load. */
    public WindowMeasurement with(OpenLoad offered) {
        return with(Optional.of(offered), inside, generator, servers, counters);
    }

    private WindowMeasurement with(
            Optional<OpenLoad> offered,
            Optional<InsideView> seenInside,
            Optional<GeneratorUsage> seenOfGenerator,
            Map<String, ServerView> seenOfServers,
            Map<String, Double> seenInCounters) {
        return new WindowMeasurement(
                kind,
                label,
                usersFrom,
                usersTo,
                startSeconds,
                lengthSeconds,
                outcomes,
                completions,
                successful,
                all,
                connecting,
                ledger,
                little,
                offered,
                longestStallSeconds,
                peakPerSecond,
                seenInside,
                seenOfGenerator,
                seenOfServers,
                seenInCounters);
    }

    /**
     * Two windows of one level together, be they of one trial or of two: counts and times add up, distributions are
     * merged. Little's law is not a matter of both; an inside view is only known where it is known for both.
     */
    public WindowMeasurement plus(WindowMeasurement other) {
        var counts = new EnumMap<>(outcomes);
        other.outcomes.forEach((outcome, count) -> counts.merge(outcome, count, Long::sum));
        return new WindowMeasurement(
                kind,
                label,
                usersFrom,
                usersTo,
                startSeconds,
                lengthSeconds + other.lengthSeconds,
                counts,
                completions.plus(other.completions),
                successful.plus(other.successful),
                all.plus(other.all),
                connecting.plus(other.connecting),
                ledger.plus(other.ledger),
                Optional.empty(),
                open.flatMap(mine -> other.open.map(mine::plus)),
                Math.max(longestStallSeconds, other.longestStallSeconds),
                DoubleStream.concat(peakPerSecond.stream(), other.peakPerSecond.stream())
                        .max(),
                inside.flatMap(mine -> other.inside.map(mine::plus)),
                generator.flatMap(mine -> other.generator.map(mine::plus)),
                both(servers, other.servers, ServerView::plus),
                both(counters, other.counters, Double::sum));
    }

    /** What only one of two windows has is known of neither. */
    public static <T> Map<String, T> both(Map<String, T> mine, Map<String, T> theirs, BinaryOperator<T> plus) {
        var sum = new TreeMap<>(mine);
        sum.keySet().retainAll(theirs.keySet());
        sum.replaceAll((name, value) -> plus.apply(value, Objects.requireNonNull(theirs.get(name))));
        return sum;
    }

    private static Map<Outcome, Long> everyOutcome(Map<Outcome, Long> given) {
        var counts = new EnumMap<Outcome, Long>(Outcome.class);
        for (var outcome : Outcome.values()) {
            counts.put(outcome, given.getOrDefault(outcome, 0L));
        }
        return counts;
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

    /**
     * The mean cycle of a user in milliseconds, from one request to the next: response time and think time, of all
     * requests that ended. Empty where none did, in an open window, where there are no users, and of the whole run, whose
     * levels each have one of their own.
     */
    public OptionalDouble cycleMillis() {
        var response = all.meanMillis();
        return response.isEmpty() || open.isPresent() || kind == Kind.WHOLE_RUN
                ? OptionalDouble.empty()
                : OptionalDouble.of(response.getAsDouble() + ledger.thinkingSeconds() * 1e3 / all.count());
    }

    /**
     * An estimate of what a percentile would be if users had not waited for slow answers: {@link #successful} with what
     * they would have sent meanwhile, one request per cycle. Empty where one of both is: an open window has nothing to
     * correct, nobody waited there.
     */
    public OptionalDouble correctedPercentileMillis(double percentile) {
        var cycle = cycleMillis();
        return cycle.isEmpty() ? cycle : successful.correctedPercentileMillis(percentile, cycle.getAsDouble());
    }

    /** Requests without an answer within the timeout, of those that ended; empty where none did. */
    OptionalDouble timeoutShare() {
        return ended() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) timedOut() / ended());
    }

    /** Requests without an answer when their part of the load should have been done. */
    public long stillOpen() {
        return count(Outcome.STILL_OPEN);
    }

    /** Requests without an answer within the timeout. */
    public long timedOut() {
        return count(Outcome.TIMEOUT);
    }

    /** Successful responses per second. */
    public OptionalDouble goodputPerSecond() {
        return lengthSeconds <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(completions.successful() / lengthSeconds);
    }

    /** Failed requests as a share of the ended ones, 0 to 1; empty when none ended. */
    public OptionalDouble errorShare() {
        return ended() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) failed() / ended());
    }
}
