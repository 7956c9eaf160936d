package dev.ralbench.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A piece of a YAML document that knows where it came from. Immutable, and free of the YAML library. */
public sealed interface Node {

    Origin origin();

    /** How a message names it: the text of a scalar, or the kind of anything else. */
    String described();

    /** This tree with every origin replaced. */
    Node withOrigins(UnaryOperator<Origin> change);

    /** Keys and values in the order of the file. */
    record Mapping(Origin origin, Map<String, Entry> entries) implements Node {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        public static Mapping empty(Origin origin) {
            return new Mapping(origin, Map.of());
        }

        public Optional<Entry> find(String key) {
            return Optional.ofNullable(entries.get(key));
        }

        public Optional<Node> value(String key) {
            return find(key).map(Entry::value);
        }

        /** The mapping of a key; empty if the key is absent or has another value. */
        public Optional<Mapping> mapping(String key) {
            return value(key).filter(Mapping.class::isInstance).map(Mapping.class::cast);
        }

        /** This mapping with another value of a key, which stands where it stood, or else is the last one. */
        public Mapping with(String key, Node value) {
            var changed = new LinkedHashMap<>(entries);
            changed.put(key, new Entry(find(key).map(Entry::keyOrigin).orElseGet(value::origin), value));
            return new Mapping(origin, changed);
        }

        @Override
        public String described() {
            return "a mapping";
        }

        @Override
        public Mapping withOrigins(UnaryOperator<Origin> change) {
            var changed = new LinkedHashMap<String, Entry>();
            entries.forEach((key, entry) -> changed.put(
                    key,
                    new Entry(change.apply(entry.keyOrigin()), entry.value().withOrigins(change))));
            return new Mapping(change.apply(origin), changed);
        }
    }

    /** The value of a key, and where the key itself stands. */
    record Entry(Origin keyOrigin, Node value) {}

    /** A list. */
    record Items(Origin origin, List<Node> items) implements Node {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }

        @Override
        public Items withOrigins(UnaryOperator<Origin> change) {
            return new Items(
                    change.apply(origin),
                    items.stream().map(item -> item.withOrigins(change)).toList());
        }
    }

    /** A single value: its text as written, without quotes. */
    record Scalar(Origin origin, String text, ScalarKind kind) implements Node {
        @Override
        public String described() {
            return switch (kind) {
                case NOTHING -> "nothing";
                // In quotes if it could be taken for something else.
                case TEXT -> text.isBlank() || text.matches("[-+.\\d]+|true|false|null") ? "\"" + text + "\"" : text;
                case WHOLE_NUMBER, NUMBER, FLAG -> text;
            };
        }

        @Override
        public Scalar withOrigins(UnaryOperator<Origin> change) {
            return new Scalar(change.apply(origin), text, kind);
        }

        public boolean isNothing() {
            return kind == ScalarKind.NOTHING;
        }
    }
}
