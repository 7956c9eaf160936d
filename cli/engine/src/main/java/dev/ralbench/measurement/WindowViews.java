package dev.ralbench.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The views of everything that took part in a window, in addition to the requests.
 *
 * @param inside the view inside the target, if there is one
 * @param generator use of resources by the load generator, if watched
 * @param servers work of the dependencies' servers, by name; only if all of it could be seen
 * @param counters how far counters of the target's own went, by name; empty if it has none
 */
public record WindowViews(
        Optional<InsideView> inside,
        Optional<GeneratorUsage> generator,
        Map<String, ServerView> servers,
        Map<String, Double> counters) {

    public WindowViews {
        servers = Collections.unmodifiableMap(new TreeMap<>(servers));
        counters = Collections.unmodifiableMap(new TreeMap<>(counters));
    }

    /** The views of a window in which nothing was watched. */
    public static WindowViews none() {
        return new WindowViews(Optional.empty(), Optional.empty(), Map.of(), Map.of());
    }

    WindowViews plus(WindowViews other) {
        return new WindowViews(
                KnownOfBoth.of(inside, other.inside, InsideView::plus),
                KnownOfBoth.of(generator, other.generator, GeneratorUsage::plus),
                KnownOfBoth.of(servers, other.servers, ServerView::plus),
                KnownOfBoth.of(counters, other.counters, Double::sum));
    }
}
