package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import java.util.Map;
import java.util.Optional;

/**
 * The inputs to judge any rule of a gate.
 *
 * @param tooNoisy why rules cannot pass because of the noise between base and its control, by their ids
 */
record RuleContext(Comparison comparison, NoisyJudge noisy, Acceptances acceptances, Map<String, String> tooNoisy) {
    private static final String NO_BASE = "there is nothing to compare with";

    RuleContext {
        tooNoisy = Map.copyOf(tooNoisy);
    }

    /** Blocks that count. */
    int blocks() {
        return comparison.blocks();
    }

    boolean isPaired() {
        return comparison.kind() == ComparisonKind.PAIRED;
    }

    boolean isForced() {
        return comparison.kind() == ComparisonKind.FORCED;
    }

    /** Why the rule on this cell cannot pass; empty if the control does not object. */
    Optional<String> tooNoisy(Cell cell) {
        return Optional.ofNullable(tooNoisy.get(cell.id()));
    }

    /** Why differences are not judged. */
    String notPaired() {
        return isForced()
                ? "the results are not comparable"
                : "base and head were not measured in the same run, so their difference is not judged";
    }

    /** The result of a rule that compares, if there is no base. */
    Optional<Judgement> withoutBase() {
        return comparison.hasBase() ? Optional.empty() : Optional.of(Judgement.without(RuleOutcome.NO_BASE, NO_BASE));
    }

    /** Whether both sides have values to compare. */
    static boolean hasBothSides(Cell cell) {
        return !cell.base().trials().isEmpty() && !cell.head().trials().isEmpty();
    }
}
