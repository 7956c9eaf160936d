package dev.ralbench.compare;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One variant's values of a metric at a level.
 *
 * @param trials one value per block, in the order of the blocks; only blocks that have a value on both sides
 * @param typical their median; empty without values
 */
public record Side(List<Double> trials, OptionalDouble typical) {
    public Side {
        trials = List.copyOf(trials);
    }
}
