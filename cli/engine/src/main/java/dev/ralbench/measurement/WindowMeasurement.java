package dev.ralbench.measurement;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The findings of one window: a level, a ramp, or the whole run. A request belongs to the window in which it started.
 *
 * @param span which part of the load it is
 * @param requests their outcomes
 * @param ledger where the user-seconds went
 * @param little Little's law, on levels only
 * @param open the offered load if requests arrived at a rate; then {@code usersTo} is the most connections that there
 *     could be, and response times count from the intended starts
 * @param views views of the target, its servers and the generator
 */
public record WindowMeasurement(
        WindowSpan span,
        WindowRequests requests,
        Ledger ledger,
        Optional<LittleCheck> little,
        Optional<OpenLoad> open,
        WindowViews views) {
    public WindowKind kind() {
        return span.kind();
    }

    /** The name that the scenario gives it. */
    public Optional<String> label() {
        return span.label();
    }

    /** Users at its end. */
    public int usersTo() {
        return span.usersTo();
    }

    /** Actual length in seconds; that of the whole run leaves out the pauses between windows. */
    public double lengthSeconds() {
        return span.lengthSeconds();
    }

    /** This window with the views inside the target and the generator. */
    public WindowMeasurement with(Optional<InsideView> inside, Optional<GeneratorUsage> generator) {
        return with(new WindowViews(inside, generator, views.servers(), views.counters()));
    }

    /** This window with the views of the servers next to the target, and the target's own counters. */
    public WindowMeasurement with(Map<String, ServerView> servers, Map<String, Double> counters) {
        return with(new WindowViews(views.inside(), views.generator(), servers, counters));
    }

    private WindowMeasurement with(WindowViews seen) {
        return new WindowMeasurement(span, requests, ledger, little, open, seen);
    }

    /** This window with the figures of an open load. */
    public WindowMeasurement with(OpenLoad offered) {
        return new WindowMeasurement(span, requests, ledger, little, Optional.of(offered), views);
    }

    /**
     * Two windows of one level together, be they of one trial or of two: counts and times add up, distributions are
     * merged. Little's law is left out; the inside view is known only if both windows have one.
     */
    public WindowMeasurement plus(WindowMeasurement other) {
        return new WindowMeasurement(
                span.plus(other.span),
                requests.plus(other.requests),
                ledger.plus(other.ledger),
                Optional.empty(),
                KnownOfBoth.of(open, other.open, OpenLoad::plus),
                views.plus(other.views));
    }

    /**
     * The mean cycle of a user in milliseconds, from one request to the next: response time and think time, of all
     * requests that ended. Empty if none did, in an open window, which has no users, and for the whole run, whose
     * levels each have one of their own.
     */
    public OptionalDouble cycleMillis() {
        var all = requests.all();
        var response = all.meanMillis();
        return response.isEmpty() || open.isPresent() || kind() == WindowKind.WHOLE_RUN
                ? OptionalDouble.empty()
                : OptionalDouble.of(response.getAsDouble() + ledger.thinkingSeconds() * 1e3 / all.count());
    }

    /**
     * An estimate of a percentile if users had not waited for slow responses: response times of successful requests
     * with those that they would have sent meanwhile, one request per cycle. Empty if one of the two is: an open window
     * needs no correction because no user waited.
     */
    public OptionalDouble correctedPercentileMillis(double percentile) {
        var cycle = cycleMillis();
        return cycle.isEmpty()
                ? cycle
                : requests.successful().correctedPercentileMillis(percentile, cycle.getAsDouble());
    }

    /** Successful responses per second. */
    public OptionalDouble goodputPerSecond() {
        return lengthSeconds() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(requests.completions().successful() / lengthSeconds());
    }
}
