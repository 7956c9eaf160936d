package dev.ralbench.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Work that variants must share to be compared: the {@code work:} of a scenario.
 *
 * @param same how much of their responses
 * @param differs why a variant's work may be another one, by its name
 */
public record WorkRule(Same same, Map<String, String> differs) {
    public WorkRule {
        differs = Collections.unmodifiableMap(new LinkedHashMap<>(differs));
    }

    /** Nothing may differ. */
    public static WorkRule strict() {
        return new WorkRule(Same.BYTES, Map.of());
    }

    /** How much of a response has to be the same, from all of it to nothing; each includes the next. */
    public enum Same {
        /** Every byte of the body. */
        BYTES,
        /** The structure of a JSON body, the content type, and the requests to servers next to the target. */
        SHAPE,
        /** The status. */
        STATUS,
        /** It is not looked at: no request is sent before the load. */
        NOTHING,
    }
}
