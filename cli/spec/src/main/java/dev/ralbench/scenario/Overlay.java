package dev.ralbench.scenario;

import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Section;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lays the document of a scenario over that of the scenario that it extends. Keys and names are merged, however deep;
 * everything else is replaced as a whole: values, lists, shapes of a load, targets. Nothing (YAML's {@code null})
 * removes the value below.
 *
 * @param problems for keys that remove nothing
 */
record Overlay(Problems problems) {

    /** The merged document, in the order of the lower one; keys of the upper one alone come last. */
    Node.Mapping over(Node.Mapping base, Node.Mapping own) {
        return merged(withoutWordsOn(removedVariants(own), base), own, ScenarioFormat.SCENARIO, "");
    }

    private Node.Mapping merged(Node.Mapping base, Node.Mapping own, Format format, String path) {
        var entries = new LinkedHashMap<>(base.entries());
        own.entries().forEach((key, entry) -> {
            var written = Section.asWritten(base, format, key); // a misspelt key of the base is told, and no more
            var present = entries.get(written);
            entries.keySet().removeIf(other -> !other.equals(key) && Patch.excludes(format, key, other));
            if (isNothing(entry.value())) {
                if (entries.remove(key) == null && written.equals(key)) {
                    problems.add(
                            entry.keyOrigin(), path + key, "takes away nothing: the scenario that it extends has none");
                }
            } else if (present != null
                    && present.value() instanceof Node.Mapping below
                    && entry.value() instanceof Node.Mapping above
                    && isMerged(format.below(key))) {
                var both = merged(below, above, format.below(key), path + key + ".");
                var origin = written.equals(key) ? entry.keyOrigin() : present.keyOrigin();
                entries.put(written, new Node.Entry(origin, both));
            } else {
                entries.put(key, entry);
            }
        });
        return new Node.Mapping(own.origin(), entries);
    }

    private static boolean isNothing(Node value) {
        return value instanceof Node.Scalar scalar && scalar.isNothing();
    }

    private static boolean isMerged(Format format) {
        return switch (format) {
            case Format.Keys keys -> keys.isMerged();
            case Format.Named named -> true;
            case Format.Texts texts -> true;
            case Format.Parts parts -> false;
            case Format.Value value -> false;
        };
    }

    private static Set<String> removedVariants(Node.Mapping own) {
        return own
                .value("variants")
                .filter(Node.Mapping.class::isInstance)
                .map(variants -> ((Node.Mapping) variants).entries())
                .orElse(Map.of())
                .entrySet()
                .stream()
                .filter(variant -> isNothing(variant.getValue().value()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** A removed variant takes its prediction along, and its reason to differ. */
    private static Node.Mapping withoutWordsOn(Set<String> variants, Node.Mapping document) {
        var entries = new LinkedHashMap<>(document.entries());
        entries.computeIfPresent("predict", (key, entry) -> without(variants, entry));
        entries.computeIfPresent("work", (key, work) -> {
            if (!(work.value() instanceof Node.Mapping rule)) {
                return work;
            }
            var keys = new LinkedHashMap<>(rule.entries());
            keys.computeIfPresent("differs", (same, entry) -> without(variants, entry));
            return new Node.Entry(work.keyOrigin(), new Node.Mapping(rule.origin(), keys));
        });
        return new Node.Mapping(document.origin(), entries);
    }

    private static Node.Entry without(Set<String> names, Node.Entry entry) {
        if (!(entry.value() instanceof Node.Mapping named)) {
            return entry;
        }
        var kept = new LinkedHashMap<>(named.entries());
        kept.keySet().removeAll(names);
        return new Node.Entry(entry.keyOrigin(), new Node.Mapping(named.origin(), kept));
    }
}
