package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import java.util.LinkedHashMap;

/** Adds the first variant of a document once more under another name, unless a variant has that name already. */
record ControlVariant(String name) {

    Node.Mapping applyTo(Node.Mapping document) {
        var entry = document.entries().get("variants");
        if (entry == null
                || !(entry.value() instanceof Node.Mapping variants)
                || variants.entries().isEmpty()) {
            return document; // told by the reader
        }
        var first = variants.entries().values().iterator().next();
        var more = new LinkedHashMap<>(variants.entries());
        more.putIfAbsent(
                name,
                new Node.Entry(new Origin.Outside("the gate's control"), BuiltVariant.unpublished(first.value())));
        var entries = new LinkedHashMap<>(document.entries());
        entries.put("variants", new Node.Entry(entry.keyOrigin(), new Node.Mapping(variants.origin(), more)));
        return new Node.Mapping(document.origin(), entries);
    }
}
