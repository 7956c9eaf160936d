package dev.ralbench.dependency.redis;

import dev.ralbench.WholeNumber;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The answer to Redis' INFO: lines of {@code key:value}, comments with #. */
record InfoText(Map<String, String> values) {
    InfoText {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    static InfoText parse(String text) {
        var values = new LinkedHashMap<String, String>();
        text.lines().filter(line -> !line.startsWith("#") && line.contains(":")).forEach(line -> {
            int colon = line.indexOf(':');
            values.put(line.substring(0, colon), line.substring(colon + 1).strip());
        });
        return new InfoText(values);
    }

    Optional<String> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** 0 where there is no such figure. */
    int number(String key) {
        return Math.max(0, value(key).flatMap(WholeNumber::smallIn).orElse(0));
    }
}
