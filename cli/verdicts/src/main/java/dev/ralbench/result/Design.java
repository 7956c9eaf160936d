package dev.ralbench.result;

import dev.ralbench.load.Level;
import dev.ralbench.metric.MetricLimit;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How the trials of a run are laid out, decided before the first one.
 *
 * @param order how the variants of a block follow each other
 * @param looks after how many blocks a gate may decide, ascending; the last is the most that are run. One entry where
 *     nothing decides before the end
 * @param turns of alternating variants; empty for whole loads one after the other
 * @param capacity the search for the most users; empty for any other load
 * @param gate the rules that were fixed before the first trial
 * @param attempt from 1; counts the runs of the same gate on the same subjects
 */
public record Design(
        Order order,
        List<Integer> looks,
        Optional<Turns> turns,
        Optional<Capacity> capacity,
        Optional<GateReference> gate,
        int attempt) {
    public Design {
        looks = List.copyOf(looks);
    }

    /** A design without a search for capacity. */
    public Design(Order order, List<Integer> looks, Optional<Turns> turns, Optional<GateReference> gate, int attempt) {
        this(order, looks, turns, Optional.empty(), gate, attempt);
    }

    /**
     * A search for the most users with whom a target keeps to an objective: ever more, level by level, until it misses it
     * at two of them in a row.
     *
     * @param slo limits by the key of a metric, such as {@code p99} and {@code <=200ms}
     * @param from users of the first level
     * @param to users of the last one
     * @param settleMillis before each level, not measured
     * @param holdMillis length of a level
     */
    public record Capacity(Map<String, String> slo, int from, int to, double settleMillis, double holdMillis) {
        public Capacity {
            slo = Collections.unmodifiableMap(new LinkedHashMap<>(slo));
            objective(slo); // refuses on reading limits that can judge no level
        }

        /** The limits, plus one for errors if there is none. */
        public Slo objective() {
            return objective(slo);
        }

        private static Slo objective(Map<String, String> slo) {
            return Slo.of(slo.entrySet().stream()
                    .flatMap(limit -> MetricLimit.find(limit.getKey(), limit.getValue()).stream())
                    .toList());
        }
    }

    /** How the variants of a block follow each other. */
    public enum Order {
        /** Whole loads in a random permutation per block. */
        INTERLEAVED,
        /** Whole loads as the scenario lists the variants, in every block. */
        FIXED,
        /**
         * All variants of a block are up and warm, and take turns in short windows (A B B A), permuted at random per
         * block.
         */
        ALTERNATING;

        /** The name in lower case, as users type it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Windows of alternating variants.
     *
     * @param perLevel windows of each variant at each level of a block
     * @param lengthMillis of one window
     * @param leadInMillis load before each window that is not measured
     * @param levels users of each level; the highest is measured first
     * @param warmUpRequests to each variant before its first window, at least, unless the limit ends the warm-up before
     * @param warmUpLimitMillis no round of warm-up begins after this time at a level; 0 for a single round
     */
    public record Turns(
            List<Integer> levels,
            int perLevel,
            double lengthMillis,
            double leadInMillis,
            long warmUpRequests,
            double warmUpLimitMillis) {
        /** Unless something else is declared. */
        public static final long WARM_UP_REQUESTS = 2_000;
        /** Unless something else is declared. */
        public static final Duration WARM_UP_LIMIT = Duration.ofMinutes(1);

        public Turns {
            levels = List.copyOf(levels);
        }

        /** A copy of these turns at other levels. */
        public Turns atLevels(List<Integer> others) {
            return new Turns(others, perLevel, lengthMillis, leadInMillis, warmUpRequests, warmUpLimitMillis);
        }

        /** The levels, ascending or as declared. */
        public List<Level> levelsOfUsers() {
            return levels.stream().map(Level::ofUsers).toList();
        }

        /** The levels in the order in which they are measured. */
        public List<Integer> highestFirst() {
            return levels.stream().sorted(Comparator.reverseOrder()).toList();
        }
    }

    /** The gate's name and the SHA-256 of its file. */
    public record GateReference(String name, String sha256) {}
}
