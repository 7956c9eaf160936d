package dev.ralbench.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The keys that a place of a file may have; values have a {@link ValueSyntax}. */
public sealed interface Format {

    /** The keys with a meaning here; empty if the author chooses them or if there are none. */
    default Map<String, Format> known() {
        return Map.of();
    }

    /** Whether the author may choose keys next to those that are known. */
    default boolean takesOthers() {
        return known().isEmpty() || (this instanceof Keys keys && keys.others().isPresent());
    }

    /** The format under a key, or of a list's item; a value under a key that has no meaning. */
    default Format below(String key) {
        return switch (this) {
            case Named named -> named.each();
            case Parts parts -> parts.each();
            case Keys keys -> keys.known().getOrDefault(key, keys.others().orElseGet(Value::new));
            case Texts texts -> new Value();
            case Value value -> new Value();
        };
    }

    /**
     * A mapping with these keys.
     *
     * @param others format under keys that the author chooses; empty if there may be none
     * @param alternatives those of them of which there is only one at a time
     * @param isValue whether it is the long form of a single value, such as a target
     */
    record Keys(Map<String, Format> known, Optional<Format> others, Set<String> alternatives, boolean isValue)
            implements Format {
        public Keys {
            known = Collections.unmodifiableMap(new LinkedHashMap<>(known)); // in the order of the schema
            alternatives = Set.copyOf(alternatives);
        }

        /** Any of them together. */
        public Keys(Map<String, Format> known) {
            this(known, Optional.empty(), Set.of(), false);
        }

        /** Whether it is changed key by key; a single value, or a choice of kinds, is replaced as a whole. */
        public boolean isMerged() {
            return !isValue && !alternatives.containsAll(known.keySet());
        }

        Keys asValue() {
            return new Keys(known, others, alternatives, true);
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
}
