package dev.ralbench.claims;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.ValueSyntax;
import java.util.LinkedHashMap;
import java.util.Map;

/** An expression in a file that people write; the built-in studies have the same as JSON. */
record ExpressionSyntax() implements ValueSyntax<Map<String, Object>> {

    @Override
    public Map<String, Object> read(Node node) {
        if (!(node instanceof Node.Mapping mapping)) {
            throw new IllegalArgumentException(
                    "needs an expression such as { number: 4 } or { metric: mean, scenario: ..., variant: ..., level: ... },"
                            + " got " + node.described());
        }
        var json = json(mapping);
        ExpressionReader.read(json);
        return json;
    }

    private static Map<String, Object> json(Node.Mapping mapping) {
        var json = new LinkedHashMap<String, Object>();
        mapping.entries().forEach((key, entry) -> json.put(key, json(entry.value())));
        return json;
    }

    private static Object json(Node node) {
        return switch (node) {
            case Node.Mapping mapping -> json(mapping);
            case Node.Items list ->
                list.items().stream().map(ExpressionSyntax::json).toList();
            case Node.Scalar scalar -> scalar(scalar);
        };
    }

    /** YAML's infinities and not-a-numbers stay texts, and are refused as such. */
    private static Object scalar(Node.Scalar scalar) {
        boolean isNumber = scalar.kind() == ScalarKind.WHOLE_NUMBER || scalar.kind() == ScalarKind.NUMBER;
        return isNumber && scalar.text().matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")
                ? (Object) Double.valueOf(scalar.text())
                : scalar.text();
    }

    @Override
    public Object written(Map<String, Object> value) {
        return value.toString();
    }

    @Override
    public Map<String, Object> substitute() {
        return Map.of("number", 0);
    }
}
