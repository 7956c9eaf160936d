package dev.ralbench.testing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bytes as edits of a JSON document, three for each: of a hundred thousand signs chance hits no value, but of a few bytes
 * it changes where an edit is made and what it puts there. Most edits leave a value's kind as it is: a text where a number has to be
 * is refused at once, and says nothing of what comes behind the reader.
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

    /** From here on a place is taken away, or there twice. */
    private static final int STRUCTURE = 192;

    private static final List<UnaryOperator<BigDecimal>> NUMBERS = List.of(
            number -> BigDecimal.ZERO,
            number -> BigDecimal.ONE,
            number -> number.add(BigDecimal.ONE),
            number -> number.subtract(BigDecimal.ONE),
            BigDecimal::negate,
            number -> number.multiply(BigDecimal.TWO),
            number -> number.movePointRight(3),
            number -> number.movePointRight(9),
            number -> number.movePointLeft(3),
            number -> number.movePointLeft(300),
            number -> number.setScale(0, RoundingMode.DOWN),
            number -> new BigDecimal("1e15"),
            number -> new BigDecimal("1e300"),
            number -> BigDecimal.valueOf(Long.MAX_VALUE));

    private static final List<UnaryOperator<String>> TEXTS = List.of(
            text -> "",
            text -> text + text,
            text -> text.substring(0, text.length() / 2),
            text -> text.toUpperCase(Locale.ROOT),
            text -> text + "\u001b[2J\n\u202e|<&\"'",
            text -> text.replaceAll("\\d", "9"),
            text -> text.replaceAll("\\d", "0"),
            text -> text.repeat(40));

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

    private static boolean isOfAKind(JsonNode value) {
        return value.isNumber() || value.isString() || value.isBoolean();
    }

    private static JsonNode ofTheKind(JsonNode value, int how) {
        if (value.isNumber()) {
            var edited = NUMBERS.get(how % NUMBERS.size()).apply(value.decimalValue());
            return JSON.readTree(edited.toString());
        }
        return value.isBoolean()
                ? JSON.getNodeFactory().booleanNode(!value.booleanValue())
                : JSON.getNodeFactory().stringNode(TEXTS.get(how % TEXTS.size()).apply(value.stringValue()));
    }

    private static void edit(ObjectNode object, String name, int how) {
        if (how < VALUES.size()) {
            object.set(name, JSON.readTree(VALUES.get(how)));
        } else if (how < STRUCTURE && isOfAKind(object.get(name))) {
            object.set(name, ofTheKind(object.get(name), how - VALUES.size()));
        } else if (how % 2 == 0) {
            object.remove(name);
        } else {
            object.set(name + "x", object.get(name));
        }
    }

    private static void edit(ArrayNode array, int index, int how) {
        if (how < VALUES.size()) {
            array.set(index, JSON.readTree(VALUES.get(how)));
        } else if (how < STRUCTURE && isOfAKind(array.get(index))) {
            array.set(index, ofTheKind(array.get(index), how - VALUES.size()));
        } else if (how % 2 == 0) {
            array.remove(index);
        } else {
            array.add(array.get(index));
        }
    }
}
