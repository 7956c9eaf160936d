package dev.ralbench.gate;

import dev.ralbench.load.Level;
import dev.ralbench.statistics.Power;
import dev.ralbench.yaml.Section;
import java.util.List;
import java.util.OptionalInt;

/** Refuses gates that could never decide: more noisy rules and looks than their pairs can bear. */
final class FamilyCheck {
    private FamilyCheck() {}

    /** @param levels of the load; empty if not known, and a rule at all levels then counts once */
    static void check(Gate gate, List<Level> levels, Section root, Section pairs) {
        if (gate.design().control()
                && gate.rules().stream().noneMatch(rule -> rule.kind().isComparing())) {
            root.keyProblem("design", "asks for a control, which only relative and exact rules use: there is none");
        }
        int rules = gate.familySize(atLeastOne(gate, levels), 1);
        if (rules == 0 || gate.design().looks().isEmpty()) {
            return;
        }
        if (rules > Gate.MOST_NOISY_RULES) {
            root.keyProblem(
                    "relative",
                    "has " + rules + " noisy rules, one for each metric and level; at most " + Gate.MOST_NOISY_RULES
                            + " can still see a regression: choose the metrics and levels that matter");
        }
        tooFewPairs(gate, levels, 1)
                .ifPresent(fewest -> pairs.problem("looks", tooFew(gate, rules) + " at least " + fewest));
    }

    private static String tooFew(Gate gate, int rules) {
        return "the last look, at " + gate.design().looks().getLast() + " pairs, is too early to fail any rule: "
                + rules + (rules == 1 ? " noisy rule needs" : " noisy rules need");
    }

    /**
     * Whether any look can fail a rule with so many variants next to the baseline.
     *
     * @return the fewest pairs that could; empty if the last look has them
     */
    static OptionalInt tooFewPairs(Gate gate, List<Level> levels, int variants) {
        int rules = gate.familySize(atLeastOne(gate, levels), variants);
        if (rules == 0) {
            return OptionalInt.empty();
        }
        int fewest = Power.minimumBlocks(rules, 1, gate.decision().alpha());
        return gate.design().looks().getLast() < fewest ? OptionalInt.of(fewest) : OptionalInt.empty();
    }

    static List<Level> atLeastOne(Gate gate, List<Level> levels) {
        var own = gate.design().ownLevels();
        var known = own.isEmpty() ? levels : own;
        return known.isEmpty() ? List.of(Level.none()) : known;
    }
}
