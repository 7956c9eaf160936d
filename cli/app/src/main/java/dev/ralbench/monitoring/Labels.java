package dev.ralbench.monitoring;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a time series is of, by the names that Prometheus shows. */
record Labels(Map<String, String> values) {
    Labels {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static Labels of(String name, String value) {
        return new Labels(Map.of(name, value));
    }

    /** These and one more. */
    Labels with(String name, String value) {
        var more = new LinkedHashMap<>(values);
        more.put(name, value);
        return new Labels(more);
    }

    boolean has(Labels some) {
        return values.entrySet().containsAll(some.values.entrySet());
    }
}
