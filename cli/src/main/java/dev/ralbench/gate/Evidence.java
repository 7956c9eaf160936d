package dev.ralbench.gate;

import dev.ralbench.compare.CrossCheck;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.HodgesLehmann;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.SignedRank;
import java.util.List;
import java.util.Optional;

/** What the blocks say about one noisy rule. */
final class Evidence {
    private final double[] harms;
    private final SignedRank test;
    private final Interval atLook;
    private final Interval shown;

    private Evidence(double[] harms, Look look, double alpha) {
        this.harms = harms;
        this.test = SignedRank.of(harms);
        this.atLook = HodgesLehmann.interval(look.alpha(), harms);
        this.shown = look.of() == 1 ? atLook : HodgesLehmann.interval(alpha, harms);
    }

    /**
     * Weighs the harms of the blocks.
     *
     * @param alpha over all looks
     */
    static Evidence of(List<Double> harms, Look look, double alpha) {
        return of(harms.stream().mapToDouble(Double::doubleValue).toArray(), look, alpha);
    }

    static Evidence of(double[] harms, Look look, double alpha) {
        return new Evidence(harms.clone(), look, alpha);
    }

    /** The p value of the harm, before the family is taken into account. */
    double worse() {
        return test.pGreater();
    }

    /** The p value in the other direction. */
    double better() {
        return test.pLess();
    }

    /** Estimate and bounds, each at the level of this look. */
    Interval atLook() {
        return atLook;
    }

    /** Estimate and bounds, each at alpha: what tables show, 98 % for 1 %. */
    Interval shown() {
        return shown;
    }

    int blocks() {
        return harms.length;
    }

    /** What to know where a t test of the same blocks disagrees, the family left aside. */
    Optional<String> crossCheck(Look look, double material) {
        return CrossCheck.of(atLook, look.alpha(), material, harms);
    }

    /** How far blocks lie apart; there have to be at least two. */
    double deviation() {
        return Deviation.of(harms);
    }
}
