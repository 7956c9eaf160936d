package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** The effect of {@code --insecure} on a document: {@code tls.insecure} of every target with https. */
final class Insecure {
    private static final Origin ORIGIN = new Origin.Outside("--insecure");

    private Insecure() {}

    static Node.Mapping applyTo(Node.Mapping document) {
        var changed = with(document, "variants", variants -> {
            var all = new LinkedHashMap<String, Node.Entry>();
            variants.entries()
                    .forEach((name, variant) ->
                            all.put(name, new Node.Entry(variant.keyOrigin(), withInsecureTarget(variant.value()))));
            return new Node.Mapping(variants.origin(), all);
        });
        if (changed.equals(document)) {
            throw Failure.usage(
                    "--insecure: no variant is reached by https", "there is no certificate to check", "leave it out");
        }
        return changed;
    }

    private static Node withInsecureTarget(Node variant) {
        return variant instanceof Node.Mapping keys
                ? with(keys, "target", target -> isHttps(target) ? insecure(target) : target)
                : variant;
    }

    private static boolean isHttps(Node.Mapping target) {
        return starts(target, "url", "https:") || starts(target, "scheme", "https");
    }

    private static boolean starts(Node.Mapping target, String key, String text) {
        return target.value(key)
                .filter(value ->
                        value instanceof Node.Scalar scalar && scalar.text().startsWith(text))
                .isPresent();
    }

    private static Node.Mapping insecure(Node.Mapping target) {
        var tls = target.value("tls").orElse(Node.Mapping.empty(ORIGIN));
        var keys = tls instanceof Node.Mapping mapping ? mapping.entries() : Map.<String, Node.Entry>of();
        return plus(
                target,
                "tls",
                plus(
                        new Node.Mapping(tls.origin(), keys),
                        "insecure",
                        new Node.Scalar(ORIGIN, "true", ScalarKind.FLAG)));
    }

    private static Node.Mapping plus(Node.Mapping mapping, String key, Node value) {
        var entries = new LinkedHashMap<>(mapping.entries());
        entries.put(key, new Node.Entry(ORIGIN, value));
        return new Node.Mapping(mapping.origin(), entries);
    }

    private interface MappingChange {
        Node.Mapping of(Node.Mapping value);
    }

    private static Node.Mapping with(Node.Mapping document, String key, MappingChange change) {
        var entry = document.entries().get(key);
        if (entry == null || !(entry.value() instanceof Node.Mapping value)) {
            return document;
        }
        var entries = new LinkedHashMap<>(document.entries());
        entries.put(key, new Node.Entry(entry.keyOrigin(), change.of(value)));
        return new Node.Mapping(document.origin(), entries);
    }
}
