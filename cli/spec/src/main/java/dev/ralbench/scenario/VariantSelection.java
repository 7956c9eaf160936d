package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
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
        requireKnown(source, wanted, known);
        var selected = only(only(document, "variants"), "predict");
        return selected.value("work")
                .filter(Node.Mapping.class::isInstance)
                .map(work -> with(selected, "work", only((Node.Mapping) work, "differs")))
                .orElse(selected);
    }

    static void requireKnown(String source, List<String> wanted, Set<String> known) {
        for (var name : wanted) {
            if (!known.contains(name)) {
                throw Failure.usage(
                        source + ": there is no variant " + name,
                        NearestName.hint(name, known),
                        "Choose among the scenario's variants.");
            }
        }
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
        return with(document, key, new Node.Mapping(named.origin(), kept));
    }

    private static Node.Mapping with(Node.Mapping document, String key, Node value) {
        var entries = new LinkedHashMap<>(document.entries());
        entries.computeIfPresent(key, (same, entry) -> new Node.Entry(entry.keyOrigin(), value));
        return new Node.Mapping(document.origin(), entries);
    }
}
