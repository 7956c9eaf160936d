package dev.ralbench.scenario;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Work that variants must share to be compared: the {@code work:} of a scenario.
 *
 * @param stated how much of their responses; empty if the scenario leaves it to whoever compares
 * @param differs why a variant's work may be another one, by its name
 */
public record WorkRule(Optional<Same> stated, Map<String, String> differs) {
    /** What a table of variants takes for granted: techniques that answer the same question. */
    public static final Same IN_TABLES = Same.BYTES;
    /** What a gate takes for granted: the next build of a service may well answer another text. */
    public static final Same IN_GATES = Same.SHAPE;

    public WorkRule {
        differs = Collections.unmodifiableMap(new LinkedHashMap<>(differs));
    }

    /** A scenario that says nothing of it. */
    public static WorkRule unstated() {
        return new WorkRule(Optional.empty(), Map.of());
    }

    /** How much has to be the same, if that which is not stated is {@code usual}. */
    public Same same(Same usual) {
        return stated.orElse(usual);
    }

    /** How much of a response has to be the same, from all of it to nothing; each includes the next. */
    public enum Same {
        /** Every byte of the body. */
        BYTES,
        /**
         * The structure of a JSON body, the content type, about the length, and the requests to servers next to the
         * target.
         */
        SHAPE,
        /** The status. */
        STATUS,
        /** It is not looked at: no request is sent before the load. */
        NOTHING,
    }
}
