package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import java.util.LinkedHashMap;
import java.util.function.UnaryOperator;

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
        var tls = target.mapping("tls").orElse(Node.Mapping.empty(ORIGIN));
        return target.with("tls", tls.with("insecure", new Node.Scalar(ORIGIN, "true", ScalarKind.FLAG)));
    }

    private static Node.Mapping with(Node.Mapping document, String key, UnaryOperator<Node.Mapping> change) {
        return document.mapping(key)
                .map(value -> document.with(key, change.apply(value)))
                .orElse(document);
    }
}
