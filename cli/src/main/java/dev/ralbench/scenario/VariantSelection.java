package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.Nearest;
import dev.ralbench.yaml.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/**
 * Leaves only the wanted variants, and what is predicted of them, in a document.
 *
 * @param source what messages call the document
 * @param wanted in any order; empty for all
 */
record VariantSelection(String source, List<String> wanted) {

    static VariantSelection of(String source, List<String> wanted) {
        return new VariantSelection(source, wanted);
    }

    Node.Mapping applyTo(Node.Mapping document) {
        if (wanted.isEmpty()) {
            return document;
        }
        var known = below(document, "variants");
        for (var name : wanted) {
            if (!known.contains(name)) {
                throw Failure.usage(
                        source + ": there is no variant " + name,
                        Nearest.hint(name, known),
                        "Choose among the scenario's variants.");
            }
        }
        return only(only(document, "variants"), "predict");
    }

    private static Set<String> below(Node.Mapping document, String key) {
        var entry = document.entries().get(key);
        return entry != null && entry.value() instanceof Node.Mapping named
                ? named.entries().keySet()
                : Set.of();
    }

    private Node.Mapping only(Node.Mapping document, String key) {
        var entry = document.entries().get(key);
        if (entry == null || !(entry.value() instanceof Node.Mapping named)) {
            return document;
        }
        var kept = new LinkedHashMap<>(named.entries());
        kept.keySet().retainAll(wanted);
        var entries = new LinkedHashMap<>(document.entries());
        entries.put(key, new Node.Entry(entry.keyOrigin(), new Node.Mapping(named.origin(), kept)));
        return new Node.Mapping(document.origin(), entries);
    }
}
