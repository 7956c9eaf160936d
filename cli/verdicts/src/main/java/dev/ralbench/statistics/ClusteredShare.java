package dev.ralbench.statistics;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Bounds of a share of requests that depend on each other: those of one moment are slow together. Korn and Graubard
 * (1998): the bounds of Clopper and Pearson for as many independent requests as would tell as much. That number is the
 * requests' own over the design effect (Kish 1965), by which the share varies more from batch to batch than that of
 * independent requests, with a t quantile for the few batches that it is estimated from.
 *
 * <p>A hold of five seconds that happens to have no burst of slow requests shows no dependence either. So the estimate
 * never falls below its mean with an expected effect, which weighs as much as one batch; without a hit, or without
 * batches, the expected one stands for it. Number of batches, weight and expected effect were chosen by simulation:
 * {@code cli/benchmarks/coverage}.
 *
 * @param hits from 0 to {@code trials}
 * @param trials at least 1
 * @param designEffect at least 1
 * @param freedom of its estimate; infinite if it was not estimated
 */
public record ClusteredShare(long hits, long trials, double designEffect, double freedom) {
    /**
     * How much more alike two requests of one slot of 250 ms are than two of different slots: measured in the recorded
     * self-test, whose design effects are 8 at its p99 and 15 at its p90 with 700 requests in a slot.
     */
    private static final double INTRACLASS_CORRELATION = 0.02;

    private static final double WEIGHT_OF_EXPECTED = 1;
    /** With fewer, what differs from one to the other cannot be told from what differs within them. */
    private static final int FEWEST_STRETCHES = 3;

    /** Requests that ended in one batch of time. */
    public record Cluster(long hits, long trials) {
        /** Two batches together. */
        public Cluster plus(Cluster other) {
            return new Cluster(hits + other.hits, trials + other.trials);
        }
    }

    /**
     * A share with what its batches say about dependence.
     *
     * @param perSlot requests in a slot of 250 ms, on average
     * @param stretches for each time without an interruption its batches, of about equal length; empty if they are not
     *     known
     */
    public static ClusteredShare of(long hits, long trials, double perSlot, List<List<Cluster>> stretches) {
        double expected = 1 + Math.max(0, perSlot - 1) * INTRACLASS_CORRELATION;
        var batches = stretches.stream()
                .flatMap(List::stream)
                .filter(batch -> batch.trials > 0)
                .toList();
        double freedom = batches.size() - 1.0;
        double between = designEffect(batches);
        if (stretches.size() >= FEWEST_STRETCHES) {
            var whole = stretches.stream()
                    .flatMap(stretch -> stretch.stream().reduce(Cluster::plus).stream())
                    .filter(stretch -> stretch.trials > 0)
                    .toList();
            double ofWhole = designEffect(whole);
            if (ofWhole > between) {
                between = ofWhole;
                freedom = whole.size() - 1.0;
            }
        }
        if (between == 0 || freedom < 1) {
            return new ClusteredShare(hits, trials, expected, Double.POSITIVE_INFINITY);
        }
        double mixed = (freedom * between + WEIGHT_OF_EXPECTED * expected) / (freedom + WEIGHT_OF_EXPECTED);
        return new ClusteredShare(hits, trials, Math.max(1, Math.max(between, mixed)), freedom + WEIGHT_OF_EXPECTED);
    }

    /** The variance of the ratio estimator over that of independent requests; 0 without a hit, or with nothing else. */
    private static double designEffect(List<Cluster> batches) {
        long hits = batches.stream().mapToLong(Cluster::hits).sum();
        long trials = batches.stream().mapToLong(Cluster::trials).sum();
        if (batches.size() < 2 || hits == 0 || hits == trials) {
            return 0;
        }
        double share = (double) hits / trials;
        double squares = batches.stream()
                .mapToDouble(batch -> batch.hits - share * batch.trials)
                .map(off -> off * off)
                .sum();
        return squares * batches.size() / (batches.size() - 1.0) / (trials * share * (1 - share));
    }

    /**
     * The largest share that is not refuted.
     *
     * @param alpha of this one bound, above 0 and below 0.5
     */
    public double upperBound(double alpha) {
        double effective = effectiveTrials(alpha);
        return Proportions.upperBound(effective * ((double) hits / trials), effective, alpha);
    }

    /** The smallest share that is not refuted. */
    public double lowerBound(double alpha) {
        double effective = effectiveTrials(alpha);
        return Proportions.lowerBound(effective * ((double) hits / trials), effective, alpha);
    }

    private double effectiveTrials(double alpha) {
        Sample.checkLevel(alpha);
        double quantiles = Double.isInfinite(freedom)
                ? 1
                : NormalDistribution.of(0, 1).inverseSurvivalProbability(alpha)
                        / TDistribution.of(freedom).inverseSurvivalProbability(alpha);
        return trials / designEffect * quantiles * quantiles;
    }
}
