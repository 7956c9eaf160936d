package dev.ralbench.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was seen of everything that took part in a window, next to the requests themselves.
 *
 * @param inside what was seen inside the target, where it could be looked into
 * @param generator what the load generator itself used, where that was looked at
 * @param servers what servers next to the target had to do, by name; only where all of it could be seen
 * @param counters how far counters of the target's own went, by name; empty where it has none
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
