package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import java.util.LinkedHashMap;
import java.util.List;

/** Puts labels into the variants of a document. */
record Labels(String source, List<Label> labels) {
    Labels {
        labels = List.copyOf(labels);
    }

    Node.Mapping applyTo(Node.Mapping document) {
        var result = document;
        for (var label : labels) {
            var variants = mapping(result, "variants");
            var name = VariantNames.of(result).require(source, label.variant());
            var variant = mapping(variants, name);
            var origin = new Origin.Outside("--label " + label.variant() + "." + label.key());
            var text = new Node.Scalar(origin, label.value(), ScalarKind.TEXT);
            var labelled = with(mapping(variant, "labels"), label.key(), text);
            result = with(result, "variants", with(variants, name, with(variant, "labels", labelled)));
        }
        return result;
    }

    private static Node.Mapping mapping(Node.Mapping parent, String key) {
        return parent.value(key)
                .filter(Node.Mapping.class::isInstance)
                .map(Node.Mapping.class::cast)
                .orElseGet(() -> Node.Mapping.empty(parent.origin()));
    }

    private static Node.Mapping with(Node.Mapping parent, String key, Node value) {
        var entries = new LinkedHashMap<>(parent.entries());
        entries.put(key, new Node.Entry(value.origin(), value));
        return new Node.Mapping(parent.origin(), entries);
    }
}
