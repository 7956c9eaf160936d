package dev.ralbench.result;

import java.util.List;

/**
 * How the trials of a run are laid out.
 *
 * @param seed decides every random choice of the run
 * @param design how many there are of each variant, and when it is decided whether to go on
 * @param order variants of each block in the order they were measured, written before the first trial; blocks that are
 *     repeated or added are appended
 */
public record RunLayout(long seed, Design design, List<List<String>> order) {
    public RunLayout {
        order = order.stream().map(List::copyOf).toList();
    }

    /** A copy of this layout with another order of trials. */
    public RunLayout with(List<List<String>> newOrder) {
        return new RunLayout(seed, design, newOrder);
    }
}
