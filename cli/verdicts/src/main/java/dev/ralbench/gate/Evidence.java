package dev.ralbench.gate;

import dev.ralbench.compare.CrossCheck;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.PairedDifferences;
import dev.ralbench.statistics.PooledRuns;
import dev.ralbench.statistics.SignedRank;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The evidence on one noisy rule. What fails a rule is exact whatever the blocks have in common: the p values and the
 * interval at the level at which rules fail. What passes it are bounds that also hold for the next run, so they include
 * the spread between runs if there are several ({@link PooledRuns}), as the table of the same files does.
 */
final class Evidence {
    /** P values do not depend on the level of an interval. */
    private static final double SOME_LEVEL = 0.01;

    private final double[] harms;
    /** So much worse than the harms say each block is taken to be. */
    private final double more;

    private final Look look;
    private final PairedDifferences ranked;
    private final SignedRank test;
    /** At the level at which rules pass. */
    private final Interval bounds;
    /** Whether runs agree so well that the change can be said of the next one too. */
    private final boolean holdsOverRuns;

    private Evidence(
            double[] harms,
            double more,
            Look look,
            PairedDifferences ranked,
            SignedRank test,
            Interval bounds,
            boolean holdsOverRuns) {
        this.harms = harms;
        this.more = more;
        this.look = look;
        this.ranked = ranked;
        this.test = test;
        this.bounds = bounds;
        this.holdsOverRuns = holdsOverRuns;
    }

    /**
     * Weighs the harms of the blocks.
     *
     * @param runs those of each run; no run is empty
     */
    static Evidence of(List<double[]> runs, Look look) {
        double[] harms = runs.size() == 1
                ? runs.getFirst().clone()
                : runs.stream().flatMapToDouble(Arrays::stream).toArray();
        var ranked = new PairedDifferences(harms);
        double passAlpha = look.passAlpha();
        if (runs.size() < PooledRuns.FEWEST_RUNS) {
            return new Evidence(harms, 0, look, ranked, ranked.test(), interval(ranked, passAlpha), true);
        }
        var pooled = PooledRuns.of(passAlpha > 0 ? passAlpha : SOME_LEVEL, runs);
        return new Evidence(
                harms,
                0,
                look,
                ranked,
                ranked.test(),
                passAlpha > 0 ? pooled.interval() : interval(ranked, 0),
                Math.min(pooled.pGreater(), pooled.pLess()) <= look.alpha());
    }

    /** The interval at this level; unbounded if the look may spend nothing of it. */
    private static Interval interval(PairedDifferences ranked, double alpha) {
        return alpha > 0
                ? ranked.interval(alpha)
                : new Interval(ranked.estimate(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1);
    }

    /** Weighs the harms of one run's blocks. */
    static Evidence of(double[] harms, Look look) {
        return of(List.of(harms), look);
    }

    /** The evidence if every block were worse by so much more: the blocks are not ranked again. */
    Evidence worseBy(double harm) {
        return harm == 0
                ? this
                : new Evidence(
                        harms,
                        more + harm,
                        look,
                        ranked,
                        ranked.testIfLargerBy(more + harm),
                        bounds.shifted(harm),
                        holdsOverRuns);
    }

    /** The p value of the harm, before the family is taken into account. */
    double worse() {
        return test.pGreater();
    }

    /** The p value in the other direction. */
    double better() {
        return test.pLess();
    }

    /**
     * Whether a significant change is one of runs in general and not of these alone: always of one run or two, whose spread
     * is not known.
     */
    boolean holdsOverRuns() {
        return holdsOverRuns;
    }

    double estimate() {
        return bounds.estimate();
    }

    /** The least harm that the blocks allow, at the level at which rules fail. */
    double low() {
        return failing().low();
    }

    private Interval failing() {
        return interval(ranked, look.alpha()).shifted(more);
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
        double[] worse = Arrays.stream(harms).map(harm -> harm + more).toArray();
        return look.alpha() > 0 ? CrossCheck.of(failing(), look.alpha(), material, worse) : Optional.empty();
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
