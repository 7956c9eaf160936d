package dev.ralbench.result;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The structure of a JSON text with all values left out: {@code {"id":7,"tags":["a","b"]}} becomes
 * {@code {"id":number,"tags":[text]}}. Keys are sorted; an array is the set of its elements' shapes, so neither their
 * number nor their order counts.
 */
final class JsonShape {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonShape() {}

    /** The shape of a JSON document; empty if the bytes are not one JSON object or array. */
    static Optional<String> of(byte[] json) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            var first = parser.nextToken();
            if (first != JsonToken.START_OBJECT && first != JsonToken.START_ARRAY) {
                return Optional.empty();
            }
            var shape = shape(parser, first);
            return parser.nextToken() == null ? Optional.of(shape) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The same of a text. */
    static Optional<String> of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Recurses at most as deep as the parser allows, which a thread's stack can hold. */
    private static String shape(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> "text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number";
            case VALUE_TRUE, VALUE_FALSE -> "flag";
            default -> "null";
        };
    }

    private static String object(JsonParser parser) {
        var keys = new TreeMap<String, String>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var key = parser.currentName();
            keys.put(quoted(key), shape(parser, parser.nextToken()));
        }
        var shape = new StringBuilder("{");
        keys.forEach((key, value) -> shape.append(shape.length() > 1 ? "," : "")
                .append(key)
                .append(':')
                .append(value));
        return shape.append('}').toString();
    }

    private static String array(JsonParser parser) {
        var shapes = new TreeSet<String>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            shapes.add(shape(parser, token));
        }
        return "[" + String.join("|", shapes) + "]";
    }

    private static String quoted(String key) {
        return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
