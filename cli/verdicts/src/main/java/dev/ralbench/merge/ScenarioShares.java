package dev.ralbench.merge;

import dev.ralbench.result.ScenarioHash;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The scenario whose load several scenarios share: all of them say the same, but for the numbers of users, rates and
 * requests of their loads, of which each has its part.
 */
final class ScenarioShares {
    private static final String LOAD = "load.";

    /** Numbers in a load that are parts of a whole. Others, such as {@code times} or {@code loops}, are the same for all. */
    private static final Set<String> SHARED = Set.of("users", "from", "to", "start", "add", "perSecond", "requests");

    private ScenarioShares() {}

    /**
     * A key that two scenarios do not agree on.
     *
     * @param key such as {@code load.closed.constant.hold}
     * @param one its value in the first scenario; {@code absent} if it has none
     * @param other likewise in the other one
     */
    record Conflict(String key, String one, String other) {}

    /** The first key, in the order of the alphabet, on which two scenarios do not agree; empty if they share a load. */
    static Optional<Conflict> conflict(Map<String, Object> one, Map<String, Object> other) {
        return conflict("", ScenarioHash.counting(one), ScenarioHash.counting(other));
    }

    private static Optional<Conflict> conflict(String key, @Nullable Object one, @Nullable Object other) {
        if (one instanceof Map<?, ?> mine && other instanceof Map<?, ?> theirs) {
            var keys = new TreeSet<String>();
            mine.keySet().forEach(each -> keys.add(String.valueOf(each)));
            theirs.keySet().forEach(each -> keys.add(String.valueOf(each)));
            return keys.stream()
                    .flatMap(each ->
                            conflict(key.isEmpty() ? each : key + "." + each, mine.get(each), theirs.get(each))
                                    .stream())
                    .findFirst();
        }
        if (one instanceof List<?> mine && other instanceof List<?> theirs && mine.size() == theirs.size()) {
            for (int i = 0; i < mine.size(); i++) {
                var found = conflict(key + "[" + i + "]", mine.get(i), theirs.get(i));
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }
        return Objects.equals(one, other) || (isShared(key) && one instanceof Number && other instanceof Number)
                ? Optional.empty()
                : Optional.of(new Conflict(key, inWords(one), inWords(other)));
    }

    private static String inWords(@Nullable Object value) {
        return value == null ? "absent" : String.valueOf(value);
    }

    private static boolean isShared(String key) {
        return key.startsWith(LOAD) && SHARED.contains(key.substring(key.lastIndexOf('.') + 1));
    }

    /** The scenario of all, which agree but for their shares: that of the first with the sums of all shares. */
    static Map<String, Object> sum(List<Map<String, Object>> documents) {
        var sum = new LinkedHashMap<String, Object>();
        documents
                .getFirst()
                .forEach((key, value) -> sum.put(
                        key,
                        sum(
                                key,
                                documents.stream()
                                        .map(document -> document.get(key))
                                        .toList(),
                                value)));
        return sum;
    }

    /** @param values of the key in all documents */
    private static Object sum(String key, List<? extends @Nullable Object> values, Object first) {
        if (first instanceof Map<?, ?> map) {
            var sum = new LinkedHashMap<String, Object>();
            map.forEach((inner, value) -> sum.put(
                    String.valueOf(inner),
                    sum(
                            key + "." + inner,
                            values.stream()
                                    .map(each -> each instanceof Map<?, ?> of ? of.get(inner) : null)
                                    .toList(),
                            value)));
            return sum;
        }
        if (first instanceof List<?> list) {
            var sum = new ArrayList<Object>();
            for (int i = 0; i < list.size(); i++) {
                int at = i;
                sum.add(sum(
                        key + "[" + i + "]",
                        values.stream()
                                .map(each -> each instanceof List<?> of && of.size() > at ? of.get(at) : null)
                                .toList(),
                        list.get(i)));
            }
            return sum;
        }
        return isShared(key) && first instanceof Number ? added(values) : first;
    }

    /** As it would be written in a scenario: a whole number without a point. */
    private static Number added(List<? extends @Nullable Object> numbers) {
        var sum = numbers.stream()
                .filter(Number.class::isInstance)
                .map(number -> new BigDecimal(String.valueOf(number)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        boolean areWhole = numbers.stream().noneMatch(number -> number instanceof Double || number instanceof Float);
        if (!areWhole) {
            return sum.doubleValue();
        }
        long whole = sum.longValueExact();
        return whole == (int) whole ? (Number) (int) whole : (Number) whole;
    }
}
