package dev.ralbench.compare;

import java.util.List;

/**
 * One side of a comparison with its trials.
 *
 * @param name the variant's, with its file's where that is not enough
 * @param trials of paired arms in the order of the blocks, so that the same place is the same block
 */
record Arm(String name, List<TrialFigures> trials) {
    Arm {
        trials = List.copyOf(trials);
    }
}
