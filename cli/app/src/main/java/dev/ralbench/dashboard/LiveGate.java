package dev.ralbench.dashboard;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far a gate is that decides whether its run goes on.
 *
 * @param hasBase whether it compares pairs of trials; else it counts blocks
 * @param looks after how many of them it may decide
 * @param counted how many there are
 * @param last the look that it had last, and has not decided at; empty before the first
 */
record LiveGate(String name, boolean hasBase, List<Integer> looks, int counted, Optional<Look> last) {
    LiveGate {
        looks = List.copyOf(looks);
    }

    /**
     * A look.
     *
     * @param counted how many there were
     * @param comparison document of the schema {@code ralbench.compare/2}
     */
    record Look(int counted, Map<String, Object> comparison) {
        Look {
            comparison = Collections.unmodifiableMap(new LinkedHashMap<>(comparison));
        }
    }

    LiveGate with(int nowCounted) {
        return new LiveGate(name, hasBase, looks, nowCounted, last);
    }

    LiveGate with(Look look) {
        return new LiveGate(name, hasBase, looks, look.counted, Optional.of(look));
    }
}
