package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Blocks that do not count because of a variant's own trial: it stalled, failed or ended. The rules never see these
 * trials, so a build that works in the other blocks would pass. Machine disturbances hit base as often as head, and
 * those blocks are measured again.
 *
 * @param ofVariant blocks that only the variant lost
 * @param ofBase blocks that only base lost
 * @param all blocks that were measured
 */
record LostBlocks(int ofVariant, int ofBase, int all) {
    /** How many more blocks a variant may lose than base: one more may be chance. */
    private static final int MOST_BEYOND_BASE = 1;

    static LostBlocks of(Comparison comparison, String variant) {
        int ofVariant = 0;
        int ofBase = 0;
        int all = 0;
        for (var run : comparison.runs()) {
            for (var trials : blocks(run)) {
                boolean isLost = isLost(trials, variant);
                boolean isLostByBase = isLost(trials, comparison.baseline());
                ofVariant += isLost && !isLostByBase ? 1 : 0;
                ofBase += isLostByBase && !isLost ? 1 : 0;
                all++;
            }
        }
        return new LostBlocks(ofVariant, ofBase, all);
    }

    private static List<List<TrialResult>> blocks(RunResult run) {
        return List.copyOf(run.lastAttempts().stream()
                .collect(Collectors.groupingBy(trial -> trial.id().block()))
                .values());
    }

    private static boolean isLost(List<TrialResult> block, String variant) {
        return block.stream().anyMatch(trial -> trial.id().variant().equals(variant) && !trial.counts());
    }

    /** Whether there are more of the variant's than chance explains. */
    boolean areTooMany() {
        return ofVariant - ofBase > MOST_BEYOND_BASE;
    }

    /** Such as {@code head stalled, failed or ended in 3 of 12 blocks, base in 0}. */
    String words(String variant, String base) {
        return variant + " stalled, failed or ended in " + ofVariant + " of " + GateNumbers.count(all, "block") + ", "
                + base + " in " + ofBase + ": those blocks do not count, so the others cannot show that " + variant
                + " works";
    }
}
