package dev.ralbench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The last definition in the schema of scenarios, {@code profile}: a key with dots for each value that a profile may
 * replace. All of it follows from the other definitions, so it is made from them.
 */
final class ProfileSchema {
    private static final String BEGIN = "    \"profile\": {\n";
    static final Set<String> FIXED = Set.of("schema", "name", "extends", "profiles");
    private static final String ANY_NAME = "[a-z0-9][a-z0-9-]*";
    private static final String ANY_VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";
    private static final String ANY_KEY = ".+";

    private final JsonNode root;
    private final List<String> keys = new ArrayList<>();
    private final List<String> patterns = new ArrayList<>();

    private ProfileSchema(JsonNode root) {
        this.root = root;
    }

    /** The text of the schema, with this definition recreated. */
    static String renewed(String text, JsonNode root) {
        return text.substring(0, text.indexOf(BEGIN)) + new ProfileSchema(root).text();
    }

    private String text() {
        for (var key : root.get("properties").propertyNames()) {
            if (!FIXED.contains(key)) {
                add(List.of(key), "/properties/" + key, isRequired(root, key));
            }
        }
        return """
                    "profile": {
                      "type": "object",
                      "description": "Each value replaces the whole value at its dotted key; `null` takes an optional key away.",
                      "additionalProperties": false,
                      "properties": {
                        %s
                      },
                      "patternProperties": {
                        %s
                      },
                      "examples": [{"load.stopAfter": "24s"}]
                    }
                  }
                }
                """.formatted(String.join(",\n        ", keys), String.join(",\n        ", patterns));
    }

    private void add(List<String> path, String pointer, boolean isRequired) {
        var at = withKeys(resolved(pointer));
        boolean isOpened = path.size() == 1 && ProfileReader.OPENED.contains(path.getFirst());
        line(path, isOpened ? opened(at) : replaced(pointer, isRequired));
        var schema = root.at(at);
        for (var key : names(schema)) {
            add(with(path, key), at + "/properties/" + key, isRequired(schema, key));
        }
        var each = at + "/additionalProperties";
        if (root.at(each).isObject()) {
            add(with(path, root.at(resolved(each)).has("properties") ? anyName(schema) : ANY_KEY), each, false);
        }
    }

    private static String anyName(JsonNode schema) {
        return schema.at("/propertyNames/$ref").asString("").equals("#/$defs/variable") ? ANY_VARIABLE : ANY_NAME;
    }

    private void line(List<String> path, String value) {
        if (path.contains(ANY_NAME) || path.contains(ANY_VARIABLE) || path.contains(ANY_KEY)) {
            patterns.add("\"^" + String.join("\\\\.", path) + "$\": " + value);
        } else {
            keys.add("\"" + String.join(".", path) + "\": " + value);
        }
    }

    /** In place of its keys with dots: what stands in it is as if written with the dot. */
    private String opened(String at) {
        var schema = root.at(at);
        var below = names(schema).stream()
                .map(key -> "\"" + key + "\": " + replaced(at + "/properties/" + key, isRequired(schema, key)))
                .collect(Collectors.joining(",\n            "));
        return "{\n          \"type\": \"object\",\n          "
                + (below.isEmpty()
                        ? "\"propertyNames\": {\"$ref\": \"#/$defs/name\"},\n          \"additionalProperties\": "
                                + replaced(at + "/additionalProperties", false)
                        : "\"additionalProperties\": false,\n          \"properties\": {\n            " + below
                                + "\n          }")
                + "\n        }";
    }

    private static String replaced(String pointer, boolean isRequired) {
        var reference = "{\"$ref\": \"#" + pointer + "\"}";
        return isRequired ? reference : "{\"anyOf\": [" + reference + ", {\"type\": \"null\"}]}";
    }

    private String resolved(String pointer) {
        var reference = root.at(pointer).get("$ref");
        return reference == null ? pointer : resolved(reference.asString().substring(1));
    }

    /** Of a value or a mapping the mapping. */
    private String withKeys(String pointer) {
        return IntStream.range(0, root.at(pointer).path("anyOf").size())
                .mapToObj(i -> pointer + "/anyOf/" + i)
                .filter(kind -> root.at(kind).has("properties"))
                .findFirst()
                .orElse(pointer);
    }

    private static List<String> names(JsonNode schema) {
        return List.copyOf(schema.path("properties").propertyNames());
    }

    /** Of a whole scenario: one that extends another may leave to it what is {@code x-required}. */
    static boolean isRequired(JsonNode schema, String key) {
        return Stream.of("required", "x-required")
                .flatMap(keyword -> StreamSupport.stream(schema.path(keyword).spliterator(), false))
                .anyMatch(required -> required.asString().equals(key));
    }

    private static List<String> with(List<String> path, String key) {
        var longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }
}
