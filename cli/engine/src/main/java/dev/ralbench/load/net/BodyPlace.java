package dev.ralbench.load.net;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** A place in a JSON body that expectations name or lead through, and its value in the current body. */
final class BodyPlace {
    private static final long NOTHING_EXPECTED = -1;

    private final String path;
    private final Map<String, BodyPlace> below = new LinkedHashMap<>();
    private long expected = NOTHING_EXPECTED;
    private @Nullable JsonToken kind;
    private boolean isTwice;
    private long count;

    private BodyPlace(String path) {
        this.path = path;
    }

    static BodyPlace root() {
        return new BodyPlace("");
    }

    /** The place at the path below this one, with so many elements expected there. */
    BodyPlace expect(String pathBelow, long elements) {
        var place = this;
        for (var key : pathBelow.split("\\.", -1)) {
            var here = place.path.isEmpty() ? key : place.path + "." + key;
            place = place.below.computeIfAbsent(key, absent -> new BodyPlace(here));
        }
        place.expected = elements;
        return place;
    }

    /** Makes this place and all below it ready for another body. */
    void forget() {
        kind = null;
        isTwice = false;
        count = 0;
        below.values().forEach(BodyPlace::forget);
    }

    /** The body has a value here that begins with the token. */
    void found(JsonToken token) {
        if (kind != null) {
            isTwice();
        }
        kind = token;
        count = 0;
    }

    /** Which of the two counts is for every reader of JSON to choose, so neither does, nor anything in them. */
    private void isTwice() {
        isTwice = true;
        below.values().forEach(BodyPlace::isTwice);
    }

    /** A key of the object that is here; the place that it leads to, if any. */
    @Nullable
    BodyPlace countKey(String name) {
        count++;
        return below.get(name);
    }

    /** A value within this place; in an object its key has been counted already. */
    void countElement() {
        if (kind == JsonToken.START_ARRAY) {
            count++;
        }
    }

    /** How the body differs here from the expectation; empty if it does not. */
    String flaw() {
        if (isTwice) {
            return path + " is there twice";
        }
        if (kind == JsonToken.START_ARRAY || kind == JsonToken.START_OBJECT) {
            return count == expected ? "" : path + " has " + inWords(count) + " instead of " + expected;
        }
        return path + " is " + inWords(kind) + " instead of having " + inWords(expected);
    }

    private String inWords(long number) {
        var noun = kind == JsonToken.START_OBJECT ? "key" : "element";
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String inWords(@Nullable JsonToken scalar) {
        if (scalar == null) {
            return "missing";
        }
        return switch (scalar) {
            case VALUE_STRING -> "a text";
            case VALUE_NULL -> "null";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            default -> "a number";
        };
    }
}
