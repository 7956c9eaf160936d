package dev.ralbench.trial;

import dev.ralbench.result.TrialResult;
import java.util.List;
import java.util.function.Consumer;

/** How the variants of a block are measured. */
interface BlockMethod {
    /**
     * Measures each variant once.
     *
     * @param block in the order of its permutation
     * @param done receives each trial that has ended, with its failure if it has one; not those that a stop by the user
     *     left unbegun
     */
    void measure(List<Trial> block, ProgressTicker progress, Consumer<TrialResult> done);
}
