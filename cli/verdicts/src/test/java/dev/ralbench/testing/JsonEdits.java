package dev.ralbench.testing;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes as edits of a JSON document, three for each: of a hundred thousand signs chance hits no value, but of a few bytes
 * it changes where an edit is made and what it puts there.
 */
public final class JsonEdits {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int BYTES = 3;
    /** What files hold that were edited, cut and joined by hand or by other programs. */
    private static final List<String> VALUES = List.of(
            "null",
            "0",
            "-1",
            "1",
            "0.5",
            "1e-300",
            "1e300",
            "-1e300",
            "9223372036854775807",
            "9223372036854775808",
            "1e999",
            "\"\"",
            "\" \"",
            "\"x\"",
            "\"\\u001b[2J\\n\\u202e\"",
            "\"NaN\"",
            "\"]]>&<\\\"'|,;\"",
            "\"-9999999999-01-01T00:00:00Z\"",
            "true",
            "[]",
            "{}",
            "[null]",
            "{\"\":null}",
            "[[]]",
            "\"HISTFAAAABx4nJNpmSzMwMDABMQMDEAEosEEVIABAACnAAI=\"");

    private JsonEdits() {}

    /** The document after the edits. */
    public static String apply(String document, byte[] edits) {
        var root = JSON.readTree(document);
        for (int at = 0; at + BYTES <= edits.length; at += BYTES) {
            var places = places(root);
            int place = (edits[at] & 0xff) << 8 | (edits[at + 1] & 0xff);
            if (!places.isEmpty()) {
                places.get(place % places.size()).edit(edits[at + 2] & 0xff);
            }
        }
        return JSON.writeValueAsString(root);
    }

    private interface Place {
        void edit(int how);
    }

    private static List<Place> places(JsonNode root) {
        var places = new ArrayList<Place>();
        collect(root, places);
        return places;
    }

    private static void collect(JsonNode node, List<Place> places) {
        if (node instanceof ObjectNode object) {
            object.propertyNames().forEach(name -> places.add(how -> edit(object, name, how)));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int index = i;
                places.add(how -> edit(array, index, how));
            }
        }
        node.forEach(child -> collect(child, places));
    }

    private static void edit(ObjectNode object, String name, int how) {
        if (how < VALUES.size()) {
            object.set(name, JSON.readTree(VALUES.get(how)));
        } else if (how % 2 == 0) {
            object.remove(name);
        } else {
            object.set(name + "x", object.get(name));
        }
    }

    private static void edit(ArrayNode array, int index, int how) {
        if (how < VALUES.size()) {
            array.set(index, JSON.readTree(VALUES.get(how)));
        } else if (how % 2 == 0) {
            array.remove(index);
        } else {
            array.add(array.get(index));
        }
    }
}
