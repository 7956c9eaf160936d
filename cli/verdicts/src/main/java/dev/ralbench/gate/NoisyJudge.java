package dev.ralbench.gate;

import dev.ralbench.compare.Verdict;

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
     * @param tolerate harm a pass must exclude
     */
    record Margins(double material, double tolerate) {}

    RuleOutcome outcome(Evidence evidence, Margins margins) {
        if (fails(evidence, margins)) {
            return RuleOutcome.FAIL;
        }
        return evidence.high() < margins.tolerate() ? RuleOutcome.PASS : RuleOutcome.INCONCLUSIVE;
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

    /** The verdict on the harm; a gated metric has to be significant after Holm to be worse or better. */
    Verdict verdict(Evidence evidence, double tolerate) {
        boolean isTolerated = evidence.high() < tolerate;
        if (isSignificant(evidence)) {
            return isTolerated ? Verdict.SLIGHTLY_WORSE : Verdict.WORSE;
        }
        if (family.better(evidence) <= look.alpha()) {
            return Verdict.BETTER;
        }
        return isTolerated ? Verdict.NO_WORSE : Verdict.INCONCLUSIVE;
    }
}
