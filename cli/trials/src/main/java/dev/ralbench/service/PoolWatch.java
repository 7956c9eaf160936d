package dev.ralbench.service;

import dev.ralbench.measurement.PoolUse;
import java.util.HashMap;
import java.util.Map;

/** Adds up readings of a target's pools, window by window, and keeps the last one for a sample. Used by one thread. */
final class PoolWatch {
    private final Map<String, PoolUse> window = new HashMap<>();
    private Map<String, PoolUse> latest = Map.of();

    void saw(Map<String, PoolUse> readings) {
        if (!readings.isEmpty()) {
            readings.forEach((name, use) -> window.merge(name, use, PoolUse::plus));
            latest = readings;
        }
    }

    /** The last readings; empty if there were none since the last call. */
    Map<String, PoolUse> takeLatest() {
        var last = latest;
        latest = Map.of();
        return last;
    }

    /** Ends a window and begins the next. */
    Map<String, PoolUse> nextWindow() {
        var seen = Map.copyOf(window);
        window.clear();
        return seen;
    }
}
