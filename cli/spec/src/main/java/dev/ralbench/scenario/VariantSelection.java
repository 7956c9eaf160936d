package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/**
 * Leaves only the wanted variants, and their predictions, in a document.
 *
 * @param source name of the document in messages
 * @param wanted in any order; empty for all
 */
record VariantSelection(String source, List<String> wanted) {
    VariantSelection {
        wanted = List.copyOf(wanted);
    }

    static VariantSelection of(String source, List<String> wanted) {
        return new VariantSelection(source, wanted);
    }

    Node.Mapping applyTo(Node.Mapping document) {
        if (wanted.isEmpty()) {
            return document;
        }
        var names = names(VariantNames.of(document));
        var selected = only(only(document, "variants", names), "predict", names);
        return selected.value("work")
                .filter(Node.Mapping.class::isInstance)
                .map(work -> with(selected, "work", only((Node.Mapping) work, "differs", names)))
                .orElse(selected);
    }

    /** The document's own. A variant named twice would be measured once, and compared with nothing. */
    private Set<String> names(VariantNames known) {
        var calledBy = new LinkedHashMap<String, String>();
        for (var called : wanted) {
            var before = calledBy.putIfAbsent(known.require(source, called), called);
            if (before != null && !before.equals(called)) {
                throw Failure.usage(
                        "--variant " + called + ": is the same variant as " + before,
                        "the study calls " + known.require(source, called) + " so",
                        "name it once");
            }
        }
        return calledBy.keySet();
    }

    private static Node.Mapping only(Node.Mapping document, String key, Set<String> names) {
        var entry = document.entries().get(key);
        if (entry == null || !(entry.value() instanceof Node.Mapping named)) {
            return document;
        }
        var kept = new LinkedHashMap<>(named.entries());
        kept.keySet().retainAll(names);
        return with(document, key, new Node.Mapping(named.origin(), kept));
    }

    private static Node.Mapping with(Node.Mapping document, String key, Node value) {
        var entries = new LinkedHashMap<>(document.entries());
        entries.computeIfPresent(key, (same, entry) -> new Node.Entry(entry.keyOrigin(), value));
        return new Node.Mapping(document.origin(), entries);
    }
}
