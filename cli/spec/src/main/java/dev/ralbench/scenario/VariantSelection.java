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
        return selected.mapping("work")
                .map(work -> selected.with("work", only(work, "differs", names)))
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
        return document.mapping(key)
                .map(named -> {
                    var kept = new LinkedHashMap<>(named.entries());
                    kept.keySet().retainAll(names);
                    return document.with(key, new Node.Mapping(named.origin(), kept));
                })
                .orElse(document);
    }
}
