package dev.ralbench.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys of a kind of file, read from the JSON schema that editors use, which is the only place where they are
 * listed. JSON is YAML, so our own reader reads it. Only the schema's rules about keys count here: values are checked
 * by each {@link ValueSyntax}, whose messages say more than a schema can.
 */
public final class SchemaFormat {
    private static final FileKind KIND = new FileKind("schema", "{}", "docs/reference/scenario.md", "");

    private final Node.Mapping root;

    private SchemaFormat(Node.Mapping root) {
        this.root = root;
    }

    /**
     * Reads a schema that is packaged with ralbench.
     *
     * @param resource absolute name on the class path
     * @throws IllegalStateException if it is not there
     */
    public static Format read(String resource) {
        var text = SourceText.packaged(resource)
                .orElseThrow(() -> new IllegalStateException(resource + " is not packaged: the build is broken"));
        var problems = new Problems();
        var root = YamlTree.readMapping(resource, KIND, text, problems);
        problems.throwIfAny(resource, KIND.fix());
        return new SchemaFormat(root).format(root);
    }

    private Format format(Node.Mapping given) {
        var schema = resolved(given);
        if (schema.value("patternProperties").isPresent()) {
            return new Format.Value(); // its keys are paths through the others, and made from them
        }
        var properties = find(schema, "properties");
        if (properties.isPresent()) {
            var known = known(properties.get());
            var others = find(schema, "additionalProperties").map(this::format);
            return new Format.Keys(known, others, isOneOf(schema) ? known.keySet() : alternatives(schema), false);
        }
        return find(schema, "additionalProperties")
                .map(this::named)
                .or(() -> find(schema, "items").flatMap(this::parts))
                .or(() -> orKeys(schema))
                .orElseGet(Format.Value::new);
    }

    private Map<String, Format> known(Node.Mapping properties) {
        var known = new LinkedHashMap<String, Format>();
        properties.entries().forEach((key, entry) -> {
            if (entry.value() instanceof Node.Mapping below) {
                known.put(key, format(below));
            }
        });
        return known;
    }

    private Format named(Node.Mapping each) {
        var format = format(each);
        return format instanceof Format.Value ? new Format.Texts() : new Format.Named(format);
    }

    /** For readers of keys, a list of values is a value. */
    private Optional<Format> parts(Node.Mapping items) {
        var each = format(items);
        return each instanceof Format.Value ? Optional.empty() : Optional.of(new Format.Parts(each));
    }

    private Optional<Format> orKeys(Node.Mapping schema) {
        return mappings(schema, "anyOf")
                .map(this::format)
                .filter(Format.Keys.class::isInstance)
                .<Format>map(keys -> ((Format.Keys) keys).asValue())
                .findFirst();
    }

    /** One kind or another, each with a key of its own. */
    private static boolean isOneOf(Node.Mapping schema) {
        return schema.value("maxProperties")
                .filter(most ->
                        most instanceof Node.Scalar scalar && scalar.text().equals("1"))
                .isPresent();
    }

    /** The keys of which one is required: a and b of {@code oneOf: [{required: [a]}, {required: [b]}]}. */
    private static Set<String> alternatives(Node.Mapping schema) {
        return mappings(schema, "oneOf")
                .filter(kind -> kind.entries().size() == 1)
                .flatMap(kind -> items(kind, "required"))
                .map(Node::described)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Node.Mapping resolved(Node.Mapping schema) {
        var reference = schema.value("$ref");
        if (reference.isEmpty()) {
            return schema;
        }
        var path = reference.get().described().substring("#/".length());
        var found = Optional.of(root);
        for (var key : path.split("/", -1)) {
            found = found.flatMap(above -> find(above, key));
        }
        return resolved(found.orElseThrow(() -> new IllegalStateException("the schema has no #/" + path)));
    }

    private static Optional<Node.Mapping> find(Node.Mapping schema, String key) {
        return schema.value(key).filter(Node.Mapping.class::isInstance).map(Node.Mapping.class::cast);
    }

    private static Stream<Node.Mapping> mappings(Node.Mapping schema, String key) {
        return items(schema, key).filter(Node.Mapping.class::isInstance).map(Node.Mapping.class::cast);
    }

    private static Stream<Node> items(Node.Mapping schema, String key) {
        return schema.value(key).stream()
                .filter(Node.Items.class::isInstance)
                .flatMap(list -> ((Node.Items) list).items().stream());
    }
}
