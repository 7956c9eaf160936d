package dev.ralbench.trial.watch;

import dev.ralbench.service.CountersPage;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a target's own counters, window by window. Used by one thread. */
public final class CounterWatch {
    private final Optional<CountersPage> page;
    private Map<String, Double> atWindowStart = Map.of();

    public CounterWatch(Optional<CountersPage> page) {
        this.page = page;
    }

    /** How far each counter went since the last call; empty if the target has none or did not answer. */
    Map<String, Double> nextWindow() {
        var now = page.flatMap(CountersPage::read).orElse(Map.of());
        var grown = new TreeMap<String, Double>();
        now.forEach((name, value) -> {
            var before = atWindowStart.get(name);
            if (before != null && CountersPage.isCounter(name)) {
                grown.put(name, value - before);
            }
        });
        atWindowStart = now;
        return grown;
    }
}
