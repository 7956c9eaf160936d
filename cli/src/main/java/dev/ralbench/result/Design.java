package dev.ralbench.result;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the trials of a run are laid out, decided before the first one.
 *
 * @param order how the variants of a block follow each other
 * @param looks after how many blocks a gate may decide, ascending; the last is the most that are run. One entry where
 *     nothing decides before the end
 * @param turns of alternating variants; empty for whole loads one after the other
 * @param gate the rules that were fixed before the first trial
 * @param attempt from 1; counts the runs of the same gate on the same subjects
 */
public record Design(
        Order order, List<Integer> looks, Optional<Turns> turns, Optional<GateReference> gate, int attempt) {
    public Design {
        looks = List.copyOf(looks);
    }

    /** How the variants of a block follow each other. */
    public enum Order {
        /** Whole loads in a random permutation per block. */
        INTERLEAVED,
        /** Whole loads as the scenario lists the variants, in every block. */
        FIXED,
        /** All variants of a block up and warm; short windows A B B A in a random permutation per block. */
        ALTERNATING;

        /** As it is typed and listed. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Windows of alternating variants.
     *
     * @param levels users of each level
     * @param perLevel windows of each variant at each level of a block
     * @param lengthMillis of one window
     * @param leadInMillis load before each window that is not measured
     * @param warmUpRequests to each variant before its first window, at the highest level
     */
    public record Turns(
            List<Integer> levels, int perLevel, double lengthMillis, double leadInMillis, long warmUpRequests) {
        public Turns {
            levels = List.copyOf(levels);
        }
    }

    /** The gate's name and the SHA-256 of its file. */
    public record GateReference(String name, String sha256) {}
}
