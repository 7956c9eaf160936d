package dev.ralbench.gate;

import dev.ralbench.compare.CrossCheck;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.PairedDifferences;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The evidence on one noisy rule. */
final class Evidence {
    private final double[] harms;
    private final PairedDifferences ranked;
    private final Look look;
    /** At the level at which rules fail. */
    private final Interval failing;
    /** At the level at which rules pass. */
    private final Interval bounds;

    private Evidence(double[] harms, Look look) {
        this.harms = harms;
        this.ranked = new PairedDifferences(harms);
        this.bounds = interval(look.passAlpha());
        this.look = look;
        this.failing = interval(look.alpha());
    }

    /** Weighs the harms of the blocks. */
    static Evidence of(List<Double> harms, Look look) {
        return of(harms.stream().mapToDouble(Double::doubleValue).toArray(), look);
    }

    static Evidence of(double[] harms, Look look) {
        return new Evidence(harms.clone(), look);
    }

    /** The interval at this level; unbounded if the look may spend nothing of alpha. */
    private Interval interval(double alpha) {
        return alpha > 0
                ? ranked.interval(alpha)
                : new Interval(ranked.estimate(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
    }

    /** The p value of the harm, before the family is taken into account. */
    double worse() {
        return ranked.test().pGreater();
    }

    /** The p value in the other direction. */
    double better() {
        return ranked.test().pLess();
    }

    double estimate() {
        return bounds.estimate();
    }

    /** The least harm that the blocks allow, at the level at which rules fail. */
    double low() {
        return failing.low();
    }

    /** The most harm that the blocks allow, at the level at which rules pass. */
    double high() {
        return bounds.high();
    }

    /** Estimate and both bounds at the level at which rules pass. */
    Interval bounds() {
        return bounds;
    }

    int blocks() {
        return harms.length;
    }

    /** A note if a t test of the same blocks disagrees, ignoring the other rules of the family. */
    Optional<String> crossCheck(double material) {
        return look.alpha() > 0 ? CrossCheck.of(failing, look.alpha(), material, harms) : Optional.empty();
    }

    /** How far blocks lie apart; empty if there are fewer than two, or one of them is beyond measure. */
    OptionalDouble deviation() {
        return harms.length > 1 && Arrays.stream(harms).allMatch(Double::isFinite)
                ? OptionalDouble.of(Deviation.of(harms))
                : OptionalDouble.empty();
    }

    /** Blocks in which head has no value, though base has. */
    long missing() {
        return Arrays.stream(harms)
                .filter(harm -> harm == Double.POSITIVE_INFINITY)
                .count();
    }
}
