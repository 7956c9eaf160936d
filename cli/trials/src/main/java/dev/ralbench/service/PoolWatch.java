package dev.ralbench.service;

import dev.ralbench.measurement.PoolUse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Adds up readings of a target's pools, window by window, and keeps the last one for a sample. Used by one thread. */
final class PoolWatch {
    /** A service that makes its pools anew gives each another name: only the first are followed. */
    private final Set<String> names = new HashSet<>();

    private final Map<String, PoolUse> window = new HashMap<>();
    private Map<String, PoolUse> latest = Map.of();

    void saw(Map<String, PoolUse> readings) {
        var known = known(readings);
        if (!known.isEmpty()) {
            known.forEach((name, use) -> window.merge(name, use, PoolUse::plus));
            latest = known;
        }
    }

    /** Those that are followed, new ones included as long as there are not too many. */
    Map<String, PoolUse> known(Map<String, PoolUse> readings) {
        var known = new HashMap<String, PoolUse>();
        new TreeMap<>(readings).forEach((name, use) -> {
            if (names.contains(name) || names.size() < PoolReadings.MOST_POOLS) {
                names.add(name);
                known.put(name, use);
            }
        });
        return known;
    }

    /** The last readings; empty if there were none since the last call. */
    Map<String, PoolUse> takeLatest() {
        var last = latest;
        latest = Map.of();
        return last;
    }

    /**
     * Ends a window and begins the next.
     *
     * @param isSeen whether the target shows its pools at the window's end; what was seen before counts all the same
     * @return empty if pools are not known, which is more than that there are none
     */
    Optional<Map<String, PoolUse>> nextWindow(boolean isSeen) {
        var seen = Map.copyOf(window);
        window.clear();
        return Optional.of(seen).filter(pools -> isSeen || !pools.isEmpty());
    }
}
