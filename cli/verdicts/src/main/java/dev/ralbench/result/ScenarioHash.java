package dev.ralbench.result;

import dev.ralbench.Sha256;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The hash of what a scenario makes services do: equal exactly when the documents say the same of it, whatever the order
 * of their keys. Which service it is done to is the subject of the run, and how it is judged comes after it; so neither
 * counts: {@code expect}, {@code work}, labels and published names of variants, and of {@code target} only the name of a
 * built-in one, and its limits.
 */
public final class ScenarioHash {
    private static final Set<String> JUDGEMENT = Set.of("expect", "work");
    private static final Set<String> NAMES = Set.of("labels", "published");

    private ScenarioHash() {}

    /**
     * SHA-256 over the document without subject and judgement, as compact JSON in UTF-8 with sorted keys, in lower-case
     * hexadecimal digits.
     */
    public static String of(Map<String, Object> document) {
        return Sha256.of(canonical(counting(document)));
    }

    /** The part of a document that counts: without subject and judgement. */
    public static Map<String, Object> counting(Map<String, Object> document) {
        var copy = new LinkedHashMap<>(document);
        copy.keySet().removeAll(JUDGEMENT);
        copy.computeIfPresent(
                "variants", (key, variants) -> variants instanceof Map<?, ?> named ? withoutSubjects(named) : variants);
        return copy;
    }

    private static Map<String, Object> withoutSubjects(Map<?, ?> variants) {
        var copy = new LinkedHashMap<String, Object>();
        variants.forEach((name, variant) ->
                copy.put(String.valueOf(name), variant instanceof Map<?, ?> keys ? withoutSubject(keys) : variant));
        return copy;
    }

    private static Map<String, Object> withoutSubject(Map<?, ?> variant) {
        var copy = new LinkedHashMap<String, Object>();
        variant.forEach((key, value) -> copy.put(String.valueOf(key), value));
        copy.keySet().removeAll(NAMES);
        if (copy.get("target") instanceof Map<?, ?> own) {
            var builtIn = own.get("builtIn");
            if (builtIn == null) {
                copy.remove("target");
            } else {
                copy.put("target", builtIn);
            }
            if (own.get("limits") != null) {
                copy.put("limits", own.get("limits"));
            }
        }
        return copy;
    }

    static String canonical(Map<String, Object> document) {
        return JsonMapper.builder()
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build()
                .writeValueAsString(document);
    }
}
