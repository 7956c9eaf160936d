package dev.ralbench.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What may stand at a place of a file, as far as keys go; values have a {@link ValueSyntax}. */
public sealed interface Format {

    /** The keys that have a meaning here; empty where the author chooses them or where there are none. */
    default Map<String, Format> known() {
        return Map.of();
    }

    /**
     * A mapping with these keys.
     *
     * @param alternatives those of them of which there is only one at a time
     */
    record Keys(Map<String, Format> known, Set<String> alternatives) implements Format {
        public Keys {
            known = ordered(known);
            alternatives = Set.copyOf(alternatives);
        }

        /** Any of them together. */
        public Keys(Map<String, Format> known) {
            this(known, Set.of());
        }
    }

    /** A mapping with exactly one of these keys: one kind or another. */
    record OneOf(Map<String, Format> known) implements Format {
        public OneOf {
            known = ordered(known);
        }
    }

    /** A single value, or a mapping with these keys. */
    record ValueOrKeys(Map<String, Format> known) implements Format {
        public ValueOrKeys {
            known = ordered(known);
        }
    }

    /** A mapping from names that the author chooses. */
    record Named(Format each) implements Format {}

    /** A mapping from any key to a text, a number or a flag. */
    record Texts() implements Format {}

    /** A list. */
    record Parts(Format each) implements Format {}

    /** A single value. */
    record Value() implements Format {}

    /** A mapping with these keys, each with a single value. */
    static Format ofValues(String... keys) {
        var known = new LinkedHashMap<String, Format>();
        for (var key : keys) {
            known.put(key, new Value());
        }
        return new Keys(known);
    }

    private static Map<String, Format> ordered(Map<String, Format> keys) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }
}
