package dev.ralbench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An effect that was measured in several runs, each of which has blocks of its own. Differences between runs (the
 * layout of memory, the compiled code, the hour of the day) are not in the spread of one run's blocks, so the run is a
 * level of randomness of its own (Kalibera and Jones 2013).
 *
 * <p>From three runs on two intervals are computed: the exact one of all blocks together ({@link HodgesLehmann}), which
 * would be right if runs did not differ, and the t interval of the runs' own estimates with k - 1 degrees of freedom.
 * The result reaches as far as the wider one on each side: with few runs the second may be too narrow by chance (the
 * correction of Knapp and Hartung 2003). The p values are the larger ones of both tests, so a bound excludes 0 if and
 * only if its p value is at most alpha, and if the variants do not differ at all, alpha is never exceeded: signs of
 * blocks stay fair coins within each run, whatever the runs have in common.
 *
 * @param interval of the effect; of two runs or one it says nothing about further runs
 * @param pGreater of the test against no effect, upwards
 * @param pLess the same downwards
 */
public record PooledRuns(Interval interval, double pGreater, double pLess) {
    /** The spread between two runs is known too badly: t with one degree of freedom is 32 at 1 %. */
    public static final int FEWEST_RUNS = 3;

    /**
     * The effect over runs.
     *
     * @param alpha of each bound, above 0 and below 0.5
     * @param runs the differences of each run's blocks; no run is empty
     */
    public static PooledRuns of(double alpha, List<double[]> runs) {
        double[] all = runs.stream().flatMapToDouble(Arrays::stream).toArray();
        var ranked = new PairedDifferences(all);
        var within = ranked.interval(alpha);
        var test = ranked.test();
        if (runs.size() < FEWEST_RUNS) {
            return new PooledRuns(within, test.pGreater(), test.pLess());
        }
        double[] estimates = estimates(runs);
        if (!Arrays.stream(estimates).allMatch(Double::isFinite)) {
            // a run whose blocks mostly lack a value on one side says nothing of the spread between runs
            return new PooledRuns(
                    new Interval(within.estimate(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1), 1, 1);
        }
        var between = StudentT.interval(alpha, estimates);
        return new PooledRuns(
                wider(within, between),
                Math.max(test.pGreater(), pAbove(estimates)),
                Math.max(test.pLess(), pAbove(Sample.negated(estimates))));
    }

    /** The estimate of each run on its own, in the order of the runs. */
    public static double[] estimates(List<double[]> runs) {
        return runs.stream().mapToDouble(HodgesLehmann::estimate).toArray();
    }

    private static Interval wider(Interval within, Interval between) {
        return new Interval(
                within.estimate(),
                Math.min(within.low(), between.low()),
                Math.max(within.high(), between.high()),
                Math.min(within.confidence(), between.confidence()));
    }

    /** Student's test that the mean is above 0. */
    private static double pAbove(double... values) {
        double mean = Mean.of(values);
        double error = Deviation.of(values) / Math.sqrt(values.length);
        if (error == 0) {
            return mean > 0 ? 0 : 1;
        }
        return TDistribution.of(values.length - 1.0).survivalProbability(mean / error);
    }
}
