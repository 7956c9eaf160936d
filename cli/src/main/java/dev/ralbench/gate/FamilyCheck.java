package dev.ralbench.gate;

import dev.ralbench.statistics.Power;
import dev.ralbench.yaml.Section;
import java.util.List;

/** Refuses gates that could never decide: more noisy rules and looks than their pairs can bear. */
final class FamilyCheck {
    private FamilyCheck() {}

    /**
     * Reports what is wrong with the size of the family.
     *
     * @param levels of the load; empty where not known, and a rule at all levels then counts once
     */
    static void check(Gate gate, List<String> levels, Section root, Section pairs) {
        int rules = gate.familySize(atLeastOne(gate, levels), 1);
        if (rules == 0 || gate.design().looks().isEmpty()) {
            return;
        }
        if (rules > Gate.MOST_NOISY_RULES) {
            root.keyProblem(
                    "relative",
                    "holds " + rules + " noisy rules, each level counted; more than " + Gate.MOST_NOISY_RULES
                            + " see too little: choose the metrics and levels that matter");
        }
        int looks = gate.design().looks().size();
        int fewest = Power.minimumBlocks(rules, looks, gate.decision().alpha());
        int first = gate.design().looks().getFirst();
        if (first < fewest) {
            pairs.problem(
                    "looks",
                    "the first look, at " + first + " pairs, can decide nothing: " + rules + " noisy rules and " + looks
                            + " looks need at least " + fewest);
        }
    }

    static List<String> atLeastOne(Gate gate, List<String> levels) {
        var own = gate.design().ownLevels();
        if (!own.isEmpty()) {
            return own;
        }
        return levels.isEmpty() ? List.of("*") : levels;
    }
}
