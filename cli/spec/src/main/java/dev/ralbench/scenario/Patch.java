package dev.ralbench.scenario;

import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Section;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * One value put in the place of another.
 *
 * @param value the new value; nothing (YAML's {@code null}) takes the key away
 */
record Patch(KeyPath path, Node value) {

    Node.Mapping applyTo(Node.Mapping root) {
        return put(root, ScenarioFormat.REPLACEABLE, path.keys());
    }

    private Node.Mapping put(Node.Mapping into, Format format, List<String> keys) {
        var key = keys.getFirst();
        var entries = new LinkedHashMap<>(into.entries());
        entries.keySet().removeIf(other -> !other.equals(key) && excludes(format, key, other));
        // A misspelt key keeps its parts, so that only its name is told.
        var written = keys.size() == 1 ? key : Section.asWritten(into, format, key);
        var present = entries.get(written);
        var keyOrigin = present == null ? value.origin() : present.keyOrigin();
        if (keys.size() == 1 && value instanceof Node.Scalar scalar && scalar.isNothing()) {
            entries.remove(key);
        } else if (keys.size() == 1) {
            entries.put(key, new Node.Entry(value.origin(), value));
        } else {
            var child = present != null && present.value() instanceof Node.Mapping mapping
                    ? mapping
                    : Node.Mapping.empty(value.origin());
            entries.put(
                    written, new Node.Entry(keyOrigin, put(child, format.below(key), keys.subList(1, keys.size()))));
        }
        return new Node.Mapping(into.origin(), entries);
    }

    /** One kind replaces the other: constant users take the place of stairs. */
    static boolean excludes(Format format, String key, String other) {
        return format instanceof Format.Keys keys && keys.alternatives().containsAll(List.of(key, other));
    }
}
