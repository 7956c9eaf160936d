package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.Node;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts builds of one service in the place of a document's variants: all of them get the requests of one variant, the
 * template, and differ from it in the service alone.
 *
 * @param source name of the document in messages
 * @param named variants that are named next to them, of which one can be the template
 */
record Builds(String source, List<Build> builds, List<String> named) {
    Builds {
        builds = List.copyOf(builds);
        named = List.copyOf(named);
    }

    Node.Mapping applyTo(Node.Mapping document) {
        var known = document.value("variants")
                .filter(Node.Mapping.class::isInstance)
                .map(variants -> ((Node.Mapping) variants).entries())
                .orElse(Map.of());
        var names = VariantNames.of(document);
        var kinds = kinds(names);
        refuseUnneeded(kinds);
        var variants = new LinkedHashMap<String, Node.Entry>();
        kinds.forEach((build, kind) -> {
            var origin = new BuiltVariant(build).origin();
            var template =
                    kind instanceof BuildKind.Copy copy ? copy.variant() : template(build, names, known.keySet());
            var variant = known.get(template);
            if (variant != null) {
                variants.put(build.name(), new Node.Entry(origin, new BuiltVariant(build).of(kind, variant.value())));
            }
        });
        return withVariants(document, variants, predictions(document, kinds));
    }

    private Map<Build, BuildKind> kinds(VariantNames known) {
        var names = new HashSet<String>();
        var kinds = new LinkedHashMap<Build, BuildKind>();
        for (var build : builds) {
            if (!names.add(build.name())) {
                throw Failure.usage(
                        "--variant " + build.name() + ": is given twice", "", "Give each build a name of its own.");
            }
            kinds.put(build, build.kind(known));
        }
        return kinds;
    }

    private void refuseUnneeded(Map<Build, BuildKind> kinds) {
        if (!named.isEmpty() && kinds.values().stream().allMatch(BuildKind.Copy.class::isInstance)) {
            var name = named.getFirst();
            throw Failure.usage(
                    "--variant " + name + ": is not needed",
                    "Next to builds, a plain name selects the variant whose request they use; these builds are copies of variants.",
                    "Leave it out, or write --variant " + name + "=" + name + " to measure it too.");
        }
    }

    private String template(Build build, VariantNames names, Set<String> known) {
        if (named.size() == 1) {
            return names.require(source, named.getFirst());
        }
        if (named.isEmpty() && known.size() == 1) {
            return known.iterator().next();
        }
        throw Failure.usage(
                build.label() + ": takes its request from which variant?",
                source + " has several: " + String.join(", ", known),
                "Name one next to the builds: "
                        + String.join(
                                " ",
                                builds.stream()
                                        .map(each -> each.label() + "=" + each.what())
                                        .toList())
                        + " --variant "
                        + (known.isEmpty() ? "NAME" : known.iterator().next()));
    }

    /** A variant's predictions hold for its copies; other builds have none. */
    private static Map<String, Node.Entry> predictions(Node.Mapping document, Map<Build, BuildKind> kinds) {
        var known = document.value("predict")
                .filter(Node.Mapping.class::isInstance)
                .map(predict -> ((Node.Mapping) predict).entries())
                .orElse(Map.of());
        var predictions = new LinkedHashMap<String, Node.Entry>();
        kinds.forEach((build, kind) -> {
            var prediction = kind instanceof BuildKind.Copy copy ? known.get(copy.variant()) : null;
            if (prediction != null) {
                predictions.put(build.name(), prediction);
            }
        });
        return predictions;
    }

    /** Figures published for other variants are left out. */
    private static Node.Mapping withVariants(
            Node.Mapping document, Map<String, Node.Entry> variants, Map<String, Node.Entry> predictions) {
        var entries = new LinkedHashMap<>(document.entries());
        entries.computeIfPresent(
                "variants",
                (key, entry) -> new Node.Entry(
                        entry.keyOrigin(), new Node.Mapping(entry.value().origin(), variants)));
        entries.computeIfPresent(
                "predict",
                (key, entry) -> predictions.isEmpty()
                        ? null
                        : new Node.Entry(
                                entry.keyOrigin(),
                                new Node.Mapping(entry.value().origin(), predictions)));
        entries.remove("reference");
        entries.computeIfPresent(
                "work",
                (key, work) -> new Node.Entry(work.keyOrigin(), withReasonsOf(variants.keySet(), work.value())));
        return new Node.Mapping(document.origin(), entries);
    }

    /** The reasons of other variants say nothing of these builds. */
    private static Node withReasonsOf(Set<String> names, Node work) {
        if (!(work instanceof Node.Mapping mapping)) {
            return work;
        }
        var kept = new LinkedHashMap<>(mapping.entries());
        kept.computeIfPresent(
                "differs", (key, differs) -> new Node.Entry(differs.keyOrigin(), only(names, differs.value())));
        return new Node.Mapping(work.origin(), kept);
    }

    private static Node only(Set<String> names, Node reasons) {
        if (!(reasons instanceof Node.Mapping mapping)) {
            return reasons;
        }
        var kept = new LinkedHashMap<>(mapping.entries());
        kept.keySet().retainAll(names);
        return new Node.Mapping(reasons.origin(), kept);
    }
}
