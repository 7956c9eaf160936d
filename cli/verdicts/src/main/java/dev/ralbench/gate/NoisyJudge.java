package dev.ralbench.gate;

import dev.ralbench.compare.Verdict;
import dev.ralbench.statistics.Holm;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The rule behind every noisy metric: significance after Holm and size for FAIL, the upper bound for PASS.
 *
 * <p>A gate has looks that can pass a rule long before one can fail it. A small harm must not slip through there, so a
 * look before the last passes nothing that points at a harm that matters ({@link #pointsAtHarm}).
 *
 * <p>The noisy rules of a gate share alpha. Holm's adjustment bounds the probability that any of them is a false alarm; a
 * rule without values keeps its share, as if it had found nothing.
 */
final class NoisyJudge {
    /** Of a rule alone, and not a promise: what comes below it by chance costs a few more pairs. */
    private static final double POINTING = 0.05;

    private final Look look;
    private final FailWhen failWhen;
    private final int rules;
    private final List<Evidence> members;
    private final double[] worse;

    /** The condition under which a noisy rule fails. */
    enum FailWhen {
        /** The change is significantly worse, and the estimate is at least the material margin. */
        SIGNIFICANT_AND_MATERIAL,
        /** The change is significantly worse, and the whole interval lies beyond the material margin. */
        BEYOND_MARGIN,
    }

    /**
     * Harms that count, in the scale of the evidence.
     *
     * @param material the least that matters
     * @param tolerate harm a pass must exclude
     */
    record Margins(double material, double tolerate) {}

    /**
     * A judge of one family of rules.
     *
     * @param look at whose level it is decided
     * @param rules in the family, those without values included
     * @param members the evidence of those that have values
     */
    NoisyJudge(Look look, FailWhen failWhen, int rules, List<Evidence> members) {
        this.look = look;
        this.failWhen = failWhen;
        this.rules = rules;
        this.members = List.copyOf(members);
        this.worse = adjusted(Evidence::worse);
    }

    private double[] adjusted(ToDoubleFunction<Evidence> p) {
        var raw = new double[Math.max(rules, members.size())];
        Arrays.fill(raw, 1);
        for (int i = 0; i < members.size(); i++) {
            raw[i] = p.applyAsDouble(members.get(i));
        }
        return Holm.adjusted(raw);
    }

    Look look() {
        return look;
    }

    FailWhen failWhen() {
        return failWhen;
    }

    /** The p value of a member's harm after Holm's adjustment. */
    double worse(Evidence member) {
        return of(member, worse);
    }

    /** The p value of a member's improvement, likewise. */
    double better(Evidence member) {
        return of(member, adjusted(Evidence::better));
    }

    /** Evidence has no equals: two rules may have found the same. */
    private double of(Evidence member, double... adjusted) {
        int place = members.indexOf(member);
        return place < 0 ? 1.0 : adjusted[place];
    }

    RuleOutcome outcome(Evidence evidence, Margins margins) {
        if (fails(evidence, margins)) {
            return RuleOutcome.FAIL;
        }
        return passes(evidence, margins) ? RuleOutcome.PASS : RuleOutcome.INCONCLUSIVE;
    }

    private boolean passes(Evidence evidence, Margins margins) {
        boolean isTolerated =
                evidence.high() < margins.tolerate() && evidence.bounds().low() <= margins.material();
        return isTolerated && !isHeldBackBySign(evidence, margins);
    }

    /**
     * Whether a rule is kept from passing because it points at a harm, at a look that is not the one that can fail it: an
     * earlier one, or the last that is reached if blocks were lost.
     */
    boolean isHeldBackBySign(Evidence evidence, Margins margins) {
        return !(look.isLast() && look.alpha() > 0) && pointsAtHarm(evidence, margins);
    }

    /** Whether more pairs may well show a harm that matters. The conditions were chosen by simulation of whole gates. */
    private static boolean pointsAtHarm(Evidence evidence, Margins margins) {
        return evidence.estimate() > margins.material()
                || (evidence.estimate() >= margins.material() / 2 && evidence.worse() <= POINTING);
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
        return worse(evidence) <= look.alpha();
    }

    /**
     * The verdict on the harm. A gated metric has to be significant after Holm to be worse or better and, unless the rule
     * fails, over the runs too if there are several.
     */
    Verdict verdict(Evidence evidence, Margins margins) {
        if (isSignificant(evidence) && (evidence.holdsOverRuns() || fails(evidence, margins))) {
            return evidence.high() < margins.tolerate() ? Verdict.SLIGHTLY_WORSE : Verdict.WORSE;
        }
        if (better(evidence) <= look.alpha() && evidence.holdsOverRuns()) {
            return Verdict.BETTER;
        }
        return passes(evidence, margins) ? Verdict.NO_WORSE : Verdict.INCONCLUSIVE;
    }
}
