package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.statistics.SignBalance;
import dev.ralbench.validity.BusyMachine;
import dev.ralbench.validity.ValidityJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Blocks that do not count because of a variant's own trial: it stalled, failed or ended. The rules never see these
 * trials, so a build that works in the other blocks would pass. What the machine or the generator did is no variant's
 * fault, and accuses none.
 *
 * @param ofVariant blocks that only the variant lost
 * @param ofBase blocks that only base lost
 * @param all blocks that were measured
 */
record LostBlocks(int ofVariant, int ofBase, int all) {
    /** The probability with which the variant may seem to lose more although both lose as easily. */
    private static final double BY_CHANCE = 0.05;

    /** Above it, they say nothing; a build that froze twice, which base never did, must not be green all the same. */
    private static final double RATHER_BY_CHANCE = 0.25;

    private static final int MOST_REASONS = 3;

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
        return block.stream()
                .anyMatch(trial -> trial.id().variant().equals(variant)
                        && !trial.counts()
                        && ValidityJudge.isTargetAtFault(trial));
    }

    /**
     * Why blocks do not count although no target was at fault, with the reasons of their trials; empty if there are none.
     */
    static Optional<String> machineReasons(Comparison comparison) {
        int blocks = 0;
        var ofTrials = new ArrayList<List<String>>();
        for (var run : comparison.runs()) {
            for (var trials : blocks(run)) {
                var disturbed = trials.stream()
                        .filter(trial -> trial.status() == TrialResult.Status.COMPLETE && !trial.counts())
                        .filter(trial -> !ValidityJudge.isTargetAtFault(trial))
                        .toList();
                blocks += disturbed.isEmpty() ? 0 : 1;
                disturbed.forEach(trial -> ofTrials.add(trial.validity().reasons()));
            }
        }
        var reasons = BusyMachine.told(ofTrials);
        var shown = new ArrayList<>(reasons.subList(0, Math.min(MOST_REASONS, reasons.size())));
        if (reasons.size() > shown.size()) {
            shown.add("and " + (reasons.size() - shown.size()) + " more");
        }
        return blocks == 0
                ? Optional.empty()
                : Optional.of(GateNumbers.count(blocks, "block")
                        + (blocks == 1 ? " does" : " do")
                        + " not count for reasons of the machine or the generator, not of"
                        + " base or head: " + String.join("; ", shown));
    }

    /** Whether the variant lost more of them than base. */
    boolean areOneSided() {
        return ofVariant > ofBase;
    }

    /** Whether there are more of the variant's than chance explains. */
    boolean areTooMany() {
        return areOneSided() && probability() <= BY_CHANCE;
    }

    /** Whether they leave open that the variant works as well as base does: two to none and more. */
    boolean leaveItOpen() {
        return areOneSided() && probability() <= RATHER_BY_CHANCE;
    }

    /**
     * How likely so many or more of the lost blocks are the variant's if each is as easily base's: the exact test of
     * discordant pairs (McNemar 1947).
     */
    private double probability() {
        return SignBalance.pOfAsManyWorse(ofVariant, ofBase);
    }

    /** Such as {@code head stalled, failed or ended in 5 of 12 blocks, base in 0 (p 3.1 %)}. */
    String words(String variant, String base) {
        return variant + " stalled, failed or ended in " + ofVariant + " of " + GateNumbers.count(all, "block") + ", "
                + base + " in " + ofBase + " (" + GateNumbers.p(probability()) + ")";
    }
}
