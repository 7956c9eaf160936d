package dev.ralbench.service;

import dev.ralbench.Printable;
import dev.ralbench.measurement.PoolUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * Readings of all pools at one moment, by names that are the same at each start of the target: a pool of one start is
 * compared with that of the next. The target's port, which ralbench chooses anew for each start, is in no name.
 */
final class PoolReadings {
    /** A service that makes a pool for each of its users must not fill results and tables. */
    static final int MOST_POOLS = 24;

    private static final int LONGEST_NAME = 60;

    private final int port;
    /** By name without a number, as they came. */
    private final SequencedMap<String, List<PoolUse>> pools = new LinkedHashMap<>();

    /** @param port on which the target listens */
    PoolReadings(int port) {
        this.port = port;
    }

    /**
     * A pool as its product tells of it.
     *
     * @param product that names in results begin with; empty if the pool's own name says enough
     * @param name that the product gives it
     */
    record Identity(Optional<String> product, String name, PoolUse.Resource holds) {}

    /**
     * Adds a pool, unless its use is not known: products say -1 or NaN then. A limit that is none (0, -1, the largest
     * number) is left out.
     */
    void add(Identity pool, OptionalDouble inUse, OptionalDouble limit, OptionalDouble waiting) {
        var use = count(inUse);
        if (use.isPresent()) {
            var most = count(limit).orElse(0);
            pools.computeIfAbsent(stem(pool), first -> new ArrayList<>())
                    .add(PoolUse.sample(
                            pool.holds(),
                            most > 0 ? OptionalInt.of(most) : OptionalInt.empty(),
                            use.getAsInt(),
                            count(waiting)));
        }
    }

    private static OptionalInt count(OptionalDouble value) {
        double count = value.orElse(-1);
        return count >= 0 && count < Integer.MAX_VALUE ? OptionalInt.of((int) count) : OptionalInt.empty();
    }

    private String stem(Identity pool) {
        var full = Printable.line(pool.product()
                .map(product -> (product + " " + withoutPort(pool.name())).strip())
                .orElse(pool.name()));
        return full.length() <= LONGEST_NAME ? full : full.substring(0, LONGEST_NAME - 1) + "…";
    }

    /** Tomcat names a pool after its connector, such as {@code http-nio-8080} or {@code http-nio-127.0.0.1-8080}. */
    private String withoutPort(String name) {
        return name.endsWith("-" + port) ? "" : name;
    }

    /**
     * Pools of one name are numbered by their limits: what else tells them apart, such as a port or a hash, may be another
     * one at the next start. Of equal limits they are numbered as they came.
     */
    Map<String, PoolUse> all() {
        var named = new HashMap<String, PoolUse>();
        pools.forEach((stem, alike) -> alike.stream()
                .sorted(Comparator.comparingInt(pool -> pool.limit().orElse(Integer.MAX_VALUE)))
                .limit(MOST_POOLS - named.size())
                .forEach(pool -> named.put(unique(stem, named), pool)));
        return Map.copyOf(named);
    }

    private static String unique(String stem, Map<String, PoolUse> named) {
        var name = stem;
        for (int i = 2; named.containsKey(name); i++) {
            name = stem + " " + i;
        }
        return name;
    }
}
