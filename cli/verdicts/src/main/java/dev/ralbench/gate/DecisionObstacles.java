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
 * @param lost why a variant cannot pass although every rule does, in words
 * @param open why it is open whether a variant works, although every rule passes, in words
 * @param early why a variant cannot pass before the last look although every rule does, in words
 */
record DecisionObstacles(List<String> reasons, List<String> lost, List<String> open, List<String> early) {
    DecisionObstacles {
        reasons = List.copyOf(reasons);
        lost = List.copyOf(lost);
        open = List.copyOf(open);
        early = List.copyOf(early);
    }

    /** The share of blocks that may be repeated; if more are, the machine was not fit to measure on. */
    private static final double MOST_REPEATED = 0.25;

    static DecisionObstacles in(Gate gate, Comparison comparison, ControlFindings control) {
        return switch (comparison.kind()) {
            case PAIRED -> inPairs(gate, comparison, control);
            case NO_BASE ->
                new DecisionObstacles(
                        inBlocks(comparison, "head alone", gate.blocksWithoutBase()),
                        skipped(comparison),
                        List.of(),
                        List.of());
            case HISTORICAL, FORCED -> new DecisionObstacles(List.of(), skipped(comparison), List.of(), List.of());
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

    private static DecisionObstacles inPairs(Gate gate, Comparison comparison, ControlFindings control) {
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
        return new DecisionObstacles(reasons, lost, open, early);
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
