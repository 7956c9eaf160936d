package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Obstacles to deciding anything from a comparison.
 *
 * @param reasons in words; empty if nothing forbids a decision
 * @param open obstacles that more blocks may remove, in words; nothing is decided while there is any
 * @param lost why a variant cannot pass although every rule does, in words
 */
record DecisionObstacles(List<String> reasons, List<String> open, List<String> lost) {
    DecisionObstacles {
        reasons = List.copyOf(reasons);
        open = List.copyOf(open);
        lost = List.copyOf(lost);
    }

    /** The share of blocks that may be repeated; if more are, the machine was not fit to measure on. */
    private static final double MOST_REPEATED = 0.25;

    static DecisionObstacles in(Gate gate, Comparison comparison, Look look) {
        return switch (comparison.kind()) {
            case PAIRED -> inPairs(gate, comparison, look);
            case NO_BASE -> inBlocks(comparison, "head alone", gate.blocksWithoutBase());
            case HISTORICAL, FORCED -> new DecisionObstacles(List.of(), List.of(), skipped(comparison));
        };
    }

    private static DecisionObstacles inBlocks(Comparison comparison, String who, int fewest) {
        var reasons = new ArrayList<String>();
        int missing = fewest - comparison.blocks();
        if (missing > 0) {
            reasons.add(GateNumbers.count(comparison.blocks(), "usable block") + ", but " + who + " needs " + fewest
                    + ": " + missing + (missing == 1 ? " is" : " are") + " missing");
        }
        repeated(comparison, reasons);
        return new DecisionObstacles(reasons, List.of(), skipped(comparison));
    }

    private static DecisionObstacles inPairs(Gate gate, Comparison comparison, Look look) {
        var blocks =
                inBlocks(comparison, "the first look", gate.design().looks().getFirst());
        var reasons = new ArrayList<>(blocks.reasons());
        var open = new ArrayList<String>();
        var control = ControlArm.judge(gate, comparison, look);
        reasons.addAll(control.differences());
        (look.isLast() ? reasons : open).addAll(control.tooNoisy());
        return new DecisionObstacles(reasons, open, lost(gate, comparison));
    }

    private static List<String> lost(Gate gate, Comparison comparison) {
        var lost = new ArrayList<>(skipped(comparison));
        for (var variant : ControlArm.judged(gate, comparison)) {
            var blocks = LostBlocks.of(comparison, variant);
            if (blocks.areTooMany()) {
                lost.add(blocks.words(variant, comparison.baseline()));
            }
        }
        return lost;
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
}
