package dev.ralbench.gate;

import dev.ralbench.compare.Comparison;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What speaks against deciding anything from a comparison.
 *
 * @param doubts in words; empty where it can be trusted
 * @param open what more blocks may clear up, in words; nothing is decided while there is any
 */
record Trust(List<String> doubts, List<String> open) {
    Trust {
        doubts = List.copyOf(doubts);
        open = List.copyOf(open);
    }

    /** More repeated blocks than this share, and the machine was not fit to measure on. */
    private static final double MOST_REPEATED = 0.25;

    static Trust in(Gate gate, Comparison comparison, Look look) {
        if (comparison.kind() != Comparison.Kind.PAIRED) {
            return new Trust(List.of(), List.of());
        }
        var doubts = new ArrayList<String>();
        var open = new ArrayList<String>();
        int first = gate.design().looks().getFirst();
        int blocks = comparison.blocks();
        if (blocks < first) {
            doubts.add(Words.count(blocks, "usable block") + ", but the first look needs " + first + ": "
                    + (first - blocks) + (first - blocks == 1 ? " is" : " are") + " missing");
        }
        repeated(comparison, doubts);
        var control = ControlArm.judge(gate, comparison, look);
        doubts.addAll(control.differences());
        (look.isLast() ? doubts : open).addAll(control.tooNoisy());
        return new Trust(doubts, open);
    }

    private static void repeated(Comparison comparison, List<String> doubts) {
        int blocks = 0;
        int repeated = 0;
        for (var run : comparison.runs()) {
            var attempts = attempts(run);
            blocks += attempts.size();
            repeated += (int)
                    attempts.values().stream().filter(attempt -> attempt > 1).count();
        }
        if (repeated > Math.max(1, MOST_REPEATED * blocks)) { // one repeat of few blocks says nothing
            doubts.add(repeated + " of " + Words.count(blocks, "block")
                    + " had to be measured again; more than a quarter means the machine is not fit for it");
        }
    }

    private static Map<Integer, Integer> attempts(RunResult run) {
        var attempts = new HashMap<Integer, Integer>();
        for (TrialResult trial : run.trials()) {
            attempts.merge(trial.block(), trial.attempt(), Math::max);
        }
        return attempts;
    }
}
