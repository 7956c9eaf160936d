package dev.ralbench.measurement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The findings of one window: a level, a ramp, or the whole run. A request belongs to the window in which it started.
 *
 * @param span which part of the load it is
 * @param requests their outcomes
 * @param byName the same by the requests' names, in their order; empty if the load has one request
 * @param ledger where the user-seconds went
 * @param little Little's law, on levels only
 * @param open the offered load if requests arrived at a rate; then {@code usersTo} is the most connections that there
 *     could be, and response times count from the intended starts
 * @param views views of the target, its servers and the generator
 */
public record WindowMeasurement(
        WindowSpan span,
        WindowRequests requests,
        Optional<List<NamedRequests>> byName,
        Ledger ledger,
        Optional<LittleCheck> little,
        Optional<OpenLoad> open,
        WindowViews views) {
    public WindowMeasurement {
        byName = byName.map(List::copyOf);
    }

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
        return new WindowMeasurement(span, requests, byName, ledger, little, open, seen);
    }

    /** This window with the figures of an open load. */
    public WindowMeasurement with(OpenLoad offered) {
        return new WindowMeasurement(span, requests, byName, ledger, little, Optional.of(offered), views);
    }

    /**
     * Two windows of one level together, be they of one trial or of two: counts and times add up, distributions are
     * merged. Little's law is left out; the inside view is known only if both windows have one.
     */
    public WindowMeasurement plus(WindowMeasurement other) {
        return new WindowMeasurement(
                span.plus(other.span),
                requests.plus(other.requests),
                KnownOfBoth.of(byName, other.byName, WindowMeasurement::sum),
                ledger.plus(other.ledger),
                Optional.empty(),
                KnownOfBoth.of(open, other.open, OpenLoad::plus),
                views.plus(other.views));
    }

    /** The requests of each name, in their order; none if the load has one request. */
    public List<NamedRequests> named() {
        return byName.orElse(List.of());
    }

    /**
     * This window as if the requests of one name were all that there was. What cannot be told apart by name is left out:
     * views of the target and the generator, Little's law, bytes, connections.
     */
    public Optional<WindowMeasurement> of(String name) {
        return named().stream()
                .filter(requests -> requests.name().equals(name))
                .findFirst()
                .map(of -> new WindowMeasurement(
                        span,
                        new WindowRequests(
                                of.outcomes(),
                                of.completions(),
                                of.successful(),
                                of.firstByte(),
                                of.all(),
                                LatencyDistribution.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                0,
                                OptionalDouble.empty()),
                        Optional.empty(),
                        ledger,
                        Optional.empty(),
                        open,
                        WindowViews.none()));
    }

    /** Both together, in the order of the first. */
    private static List<NamedRequests> sum(List<NamedRequests> one, List<NamedRequests> other) {
        var byName = new LinkedHashMap<String, NamedRequests>();
        Stream.concat(one.stream(), other.stream())
                .forEach(requests -> byName.merge(requests.name(), requests, NamedRequests::plus));
        return List.copyOf(byName.values());
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

    /** The journeys of each name, in their order; none if requests stand for themselves. */
    public List<NamedRequests> journeys() {
        return named().stream()
                .filter(one -> one.kind() == NamedRequests.Kind.JOURNEY)
                .toList();
    }

    /** Whole journeys that ended successfully in it; requests if these stand for themselves. It is held against arrivals. */
    public long served() {
        var journeys = journeys();
        return journeys.isEmpty()
                ? requests.completions().successful()
                : journeys.stream()
                        .mapToLong(one -> one.completions().successful())
                        .sum();
    }

    /** Mean time of a successful journey, or request, in milliseconds; empty without any. */
    public OptionalDouble servedMeanMillis() {
        return journeys().stream()
                .map(NamedRequests::successful)
                .reduce(LatencyDistribution::plus)
                .orElse(requests.successful())
                .meanMillis();
    }

    /** Successful responses per second. */
    public OptionalDouble goodputPerSecond() {
        return lengthSeconds() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(requests.completions().successful() / lengthSeconds());
    }
}
