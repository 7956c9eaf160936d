package dev.ralbench.gate;

import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.FailWhen;
import dev.ralbench.gate.RuleResult.Outcome;

/**
 * The rule behind every noisy metric: significance after Holm and size for FAIL, the upper bound for PASS.
 *
 * @param look at whose level it is decided
 */
record NoisyJudge(Look look, FailWhen failWhen, Family family) {

    /**
     * Harms that count, in the scale of the evidence.
     *
     * @param material the least that matters
     * @param tolerate what a pass has to exclude
     */
    record Margins(double material, double tolerate) {}

    Outcome outcome(Evidence evidence, Margins margins) {
        if (fails(evidence, margins)) {
            return Outcome.FAIL;
        }
        return evidence.high() < margins.tolerate() ? Outcome.PASS : Outcome.INCONCLUSIVE;
    }

    private boolean fails(Evidence evidence, Margins margins) {
        double size = switch (failWhen) {
            case SIGNIFICANT_AND_MATERIAL -> evidence.estimate();
            case BEYOND_MARGIN -> evidence.low();
        };
        return isSignificant(evidence) && size >= margins.material();
    }

    /** Whether the harm is significant at this look, all rules of the family taken into account. */
    boolean isSignificant(Evidence evidence) {
        return family.worse(evidence) <= look.alpha();
    }

    /** The verdict in words; a gated metric has to be significant after Holm to have regressed or improved. */
    Verdict verdict(Evidence evidence, double material) {
        var shown = evidence.bounds();
        if (isSignificant(evidence) && shown.estimate() >= material) {
            return Verdict.REGRESSED;
        }
        if (family.better(evidence) <= look.alpha() && shown.estimate() <= -material) {
            return Verdict.IMPROVED;
        }
        boolean isWithin = -material < shown.low() && shown.high() < material;
        return isWithin ? Verdict.UNCHANGED : Verdict.INCONCLUSIVE;
    }
}
