package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.statistics.SignBalance;
import dev.ralbench.validity.BusyMachine;
import dev.ralbench.validity.ValidityJudge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Obstacles to deciding anything from a comparison.
 *
 * @param beyond why it is decided that the gate fails: a limit of the scenario ended a variant's load
 * @param reasons in words; empty if nothing forbids a decision
 * @param lost why a variant cannot pass although every rule does, in words
 * @param open why it is open whether a variant works, although every rule passes, in words
 * @param early why a variant cannot pass before the last look although every rule does, in words
 */
record DecisionObstacles(
        Optional<String> beyond, List<String> reasons, List<String> lost, List<String> open, List<String> early) {
    DecisionObstacles {
        reasons = List.copyOf(reasons);
        lost = List.copyOf(lost);
        open = List.copyOf(open);
        early = List.copyOf(early);
    }

    /** The share of blocks that may be repeated; if more are, the machine was not fit to measure on. */
    private static final double MOST_REPEATED = 0.25;

    private static final int MOST_REASONS = 3;

    static DecisionObstacles in(Gate gate, Comparison comparison, ControlArm control) {
        return switch (comparison.kind()) {
            case PAIRED -> inPairs(gate, comparison, control);
            case NO_BASE ->
                new DecisionObstacles(
                        BeyondLimits.inWords(comparison.runs(), Optional.empty(), comparison.variants()),
                        inBlocks(comparison, "head alone", gate.blocksWithoutBase()),
                        skipped(comparison),
                        List.of(),
                        List.of());
            case HISTORICAL -> {
                var lost = new ArrayList<>(skipped(comparison));
                BeyondLimits.ofOthers(comparison.runs(), comparison.baseline(), comparison.variants())
                        .ifPresent(lost::add);
                yield new DecisionObstacles(
                        BeyondLimits.inWords(
                                comparison.runs(), Optional.of(comparison.baseline()), comparison.variants()),
                        List.of(),
                        lost,
                        List.of(),
                        List.of());
            }
            case FORCED ->
                new DecisionObstacles(Optional.empty(), List.of(), skipped(comparison), List.of(), List.of());
        };
    }

    private static List<String> inBlocks(Comparison comparison, String who, int fewest) {
        var reasons = new ArrayList<String>();
        int missing = fewest - comparison.blocks();
        if (missing > 0) {
            reasons.add(GateNumbers.count(comparison.blocks(), "usable block") + ", but " + who + " needs " + fewest
                    + ": " + missing + (missing == 1 ? " is" : " are") + " missing");
        }
        repeated(comparison, reasons);
        return reasons;
    }

    private static DecisionObstacles inPairs(Gate gate, Comparison comparison, ControlArm control) {
        var reasons = new ArrayList<>(
                inBlocks(comparison, "the first look", gate.design().looks().getFirst()));
        reasons.addAll(control.differences());
        var lost = new ArrayList<>(skipped(comparison));
        var open = new ArrayList<String>();
        var early = new ArrayList<String>();
        for (var variant : ControlArm.judged(gate, comparison)) {
            var blocks = LostBlocks.of(comparison, variant);
            if (blocks.areTooMany()) {
                lost.add(blocks.words(variant, comparison.baseline())
                        + ": those blocks do not count, so the others cannot show that " + variant + " works");
            } else if (blocks.leaveItOpen()) {
                open.add(blocks.words(variant, comparison.baseline()) + ": whether it works is open");
            } else if (blocks.areOneSided()) {
                early.add(blocks.words(variant, comparison.baseline()));
            }
        }
        var beyond = BeyondLimits.inWords(
                comparison.runs(), Optional.of(comparison.baseline()), ControlArm.judged(gate, comparison));
        return new DecisionObstacles(beyond, reasons, lost, open, early);
    }

    /** Variants that were skipped, in words: without them, a pass would include variants that were never measured. */
    private static List<String> skipped(Comparison comparison) {
        return comparison.runs().stream()
                .flatMap(run -> run.skippedInWords().stream())
                .distinct()
                .toList();
    }

    private static void repeated(Comparison comparison, List<String> reasons) {
        int blocks = 0;
        int repeated = 0;
        for (var run : comparison.runs()) {
            var attempts = attempts(run);
            blocks += attempts.size();
            repeated += (int)
                    attempts.values().stream().filter(attempt -> attempt > 1).count();
        }
        if (repeated > Math.max(1, MOST_REPEATED * blocks)) { // one repeat of few blocks says nothing
            reasons.add(repeated + " of " + GateNumbers.count(blocks, "block")
                    + " had to be measured again; more than a quarter means the machine is not fit for it");
        }
    }

    private static Map<Integer, Integer> attempts(RunResult run) {
        var attempts = new HashMap<Integer, Integer>();
        for (TrialResult trial : run.trials()) {
            attempts.merge(trial.id().block(), trial.id().attempt(), Math::max);
        }
        return attempts;
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

    private static List<List<TrialResult>> blocks(RunResult run) {
        return List.copyOf(run.lastAttempts().stream()
                .collect(Collectors.groupingBy(trial -> trial.id().block()))
                .values());
    }

    /**
     * Blocks that do not count because of a variant's own trial: it stalled, failed or ended. The rules never see these
     * trials, so a build that works in the other blocks would pass. What the machine or the generator did is no variant's
     * fault, and accuses none.
     *
     * @param ofVariant blocks that only the variant lost
     * @param ofBase blocks that only base lost
     * @param all blocks that were measured
     */
    private record LostBlocks(int ofVariant, int ofBase, int all) {
        /** The probability with which the variant may seem to lose more although both lose as easily. */
        private static final double BY_CHANCE = 0.05;

        /** Above it, they say nothing; a build that froze twice, which base never did, must not be green all the same. */
        private static final double RATHER_BY_CHANCE = 0.25;

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

        private static boolean isLost(List<TrialResult> block, String variant) {
            return block.stream()
                    .anyMatch(trial -> trial.id().variant().equals(variant)
                            && !trial.counts()
                            && ValidityJudge.isTargetAtFault(trial));
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
            return variant + " stalled, failed or ended in " + ofVariant + " of " + GateNumbers.count(all, "block")
                    + ", " + base + " in " + ofBase + " (" + GateNumbers.p(probability()) + ")";
        }
    }
}
