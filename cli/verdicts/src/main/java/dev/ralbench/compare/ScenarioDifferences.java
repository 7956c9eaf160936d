package dev.ralbench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The keys of two scenario documents that do not say the same. */
final class ScenarioDifferences {
    /** Keys about single variants, in which results of different runs may differ. */
    private static final Set<String> OF_VARIANTS = Set.of("variants", "predict");

    private ScenarioDifferences() {}

    /** @param withVariants whether the keys of single variants have to be equal too */
    static List<Difference> of(Map<String, Object> left, Map<String, Object> right, boolean withVariants) {
        var mine = flat(left, withVariants);
        var theirs = flat(right, withVariants);
        var keys = new TreeSet<>(mine.keySet());
        keys.addAll(theirs.keySet());
        var differences = new ArrayList<Difference>();
        for (var key : keys) {
            var a = mine.getOrDefault(key, Comparability.ABSENT);
            var b = theirs.getOrDefault(key, Comparability.ABSENT);
            if (!a.equals(b)) {
                differences.add(new Difference("scenario." + key, a, b));
            }
        }
        return differences;
    }

    private static Map<String, String> flat(Map<String, Object> document, boolean withVariants) {
        var flat = new TreeMap<String, String>();
        document.forEach((key, value) -> {
            if (withVariants || !OF_VARIANTS.contains(key)) {
                add(flat, key, value);
            }
        });
        return flat;
    }

    private static void add(Map<String, String> flat, String path, Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> add(flat, path + "." + key, inner));
            return;
        }
        if (value instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(Map.class::isInstance)) {
            for (int at = 0; at < list.size(); at++) {
                add(flat, path + "[" + at + "]", list.get(at));
            }
            return;
        }
        flat.put(path, String.valueOf(value));
    }
}
