package dev.ralbench.compare;

import java.util.List;

/**
 * One variant of a comparison with its trials, over all metrics and levels. A {@link Side} is smaller: the values of
 * one variant in one cell of the table.
 *
 * @param name the variant's, with its file's if that is not enough
 * @param trials of paired arms in the order of the blocks, so that the same place is the same block
 * @param runs which run each trial is of, by its place in the order of their start
 * @param attempts all that was measured of it, trials that do not count included
 */
record Arm(String name, List<TrialFigures> trials, List<Integer> runs, List<TrialFigures> attempts) {
    Arm {
        trials = List.copyOf(trials);
        runs = List.copyOf(runs);
        attempts = List.copyOf(attempts);
    }
}
