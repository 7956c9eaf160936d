package dev.ralbench.measurement;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Limits of the variants' pools: of two builds they are the same, unless a difference between the builds is one of limits. */
public final class PoolLimits {
    /** By pool and variant. */
    private final Map<String, SequencedMap<String, OptionalInt>> limits = new TreeMap<>();

    /** Adds the pools of a variant; of one that is there already the last limit counts. */
    public void add(String variant, Map<String, PoolUse> pools) {
        pools.forEach((name, pool) ->
                limits.computeIfAbsent(name, first -> new LinkedHashMap<>()).put(variant, pool.limit()));
    }

    /** The pools whose limits differ between variants that have them, in one sentence; empty if there are none. */
    public Optional<String> differences() {
        var differing = limits.entrySet().stream()
                .filter(pool -> pool.getValue().values().stream().distinct().count() > 1)
                .map(pool -> pool.getKey() + " " + inWords(pool.getValue()))
                .collect(Collectors.joining("; "));
        return differing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "pool limits differ: " + differing + ". Differences between the variants may come from that");
    }

    private static String inWords(Map<String, OptionalInt> byVariant) {
        return byVariant.entrySet().stream()
                .map(each -> (each.getValue().isPresent() ? each.getValue().getAsInt() : "no known limit") + " ("
                        + each.getKey() + ")")
                .collect(Collectors.joining(", "));
    }
}
