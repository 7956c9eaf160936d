package dev.ralbench.compare;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One variant's values of a metric at a level, base or head of a {@link Cell}. Made of an {@link Arm}, which holds the
 * trials of a variant over all metrics and levels.
 *
 * @param trials one value per block, in the order of the blocks; only blocks that have a value on both sides
 * @param typical their median; empty without values
 * @param all values of all trials that count, whether or not the other side has one; of errors and timeouts those of
 *     invalid attempts too, which may be invalid because of them
 */
public record Side(List<Double> trials, OptionalDouble typical, List<Attempt> all) {
    public Side {
        trials = List.copyOf(trials);
        all = List.copyOf(all);
    }

    /**
     * The value of one trial.
     *
     * @param block the same for all trials that were measured together
     */
    public record Attempt(String block, double value) {}

    /** A side without trials. */
    public static Side empty() {
        return new Side(List.of(), OptionalDouble.empty(), List.of());
    }
}
