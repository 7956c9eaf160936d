package dev.ralbench.compare;

import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.HodgesLehmann;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.PooledRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a variant differs from the baseline in one metric.
 *
 * @param harm estimate and bounds; above 0 is worse. In the scale's unit
 * @param perBlock the difference of each block, in the order of the blocks; above 0 is worse
 * @param runs which run each of these blocks is of, by its place among the comparison's runs
 * @param probabilityOfWorse one-sided p value of the test that the bounds go with: of this much harm, or more, if the
 *     variant made no difference
 * @param probabilityOfBetter the same in the other direction
 * @param method in words, such as {@code hodges-lehmann; exact signed-rank}
 */
public record Change(
        Scale scale,
        Interval harm,
        List<Double> perBlock,
        List<Integer> runs,
        double probabilityOfWorse,
        double probabilityOfBetter,
        String method) {
    /** One-sided; both bounds together are an interval of 98 %. */
    static final double ALPHA = 0.01;

    /** Quotients of counts are not exact in binary: 3.02 - 3 is above 0.02. */
    static final double ROUNDING = 1e-9;

    public Change {
        perBlock = List.copyOf(perBlock);
        runs = List.copyOf(runs);
    }

    /** The differences of each run's blocks, by its place among the comparison's runs; runs without any are left out. */
    public SortedMap<Integer, List<Double>> byRun() {
        return byRun(perBlock, runs);
    }

    /** Whether the spread between runs is in the bounds. */
    public boolean isOverRuns() {
        return byRun().size() >= PooledRuns.FEWEST_RUNS;
    }

    /** The estimated harm of some of the blocks alone, in the unit of the scale; above 0 is worse. */
    public static double estimate(List<Double> blocks) {
        return HodgesLehmann.estimate(array(blocks));
    }

    static double[] array(List<Double> values) {
        return values.stream().mapToDouble(value -> value).toArray();
    }

    static SortedMap<Integer, List<Double>> byRun(List<Double> perBlock, List<Integer> runs) {
        var byRun = new TreeMap<Integer, List<Double>>();
        for (int block = 0; block < runs.size(); block++) {
            byRun.computeIfAbsent(runs.get(block), absent -> new ArrayList<>()).add(perBlock.get(block));
        }
        return byRun;
    }

    /** Whether it is a count without random noise. */
    public boolean isExact() {
        return harm.low() == harm.high() && harm.confidence() == 1;
    }

    /** One-sided p value of the test that the harm is no less than this, by the test that the bounds go with. */
    double probabilityOfAtLeast(double other) {
        var byRun = byRun().values().stream()
                .map(blocks ->
                        blocks.stream().mapToDouble(block -> block - other).toArray())
                .toList();
        return PooledRuns.of(ALPHA, byRun).pLess();
    }

    /** How far blocks lie apart; empty if there are fewer than two, or one of them is beyond measure. */
    public OptionalDouble deviation() {
        boolean isKnown = perBlock.size() > 1 && perBlock.stream().allMatch(Double::isFinite);
        return isKnown ? OptionalDouble.of(Deviation.of(array(perBlock))) : OptionalDouble.empty();
    }

    /** The scale of a difference. */
    public enum Scale {
        /** Natural logarithm of a ratio: {@code Math.expm1} of it is the relative change. */
        LOG_RATIO,
        /** The metric's own unit. */
        DIFFERENCE;

        /**
         * A margin on this scale of harm: of relative margins the logarithm of the ratio that is so much worse, so that a
         * change printed as 5 % and a margin of 5 % are the same.
         *
         * @param margin such as {@link MetricComparison#material}, below 1
         */
        public double harm(Metric metric, double margin) {
            return this == DIFFERENCE ? margin : LogRatio.of(metric, margin);
        }

        /** The material harm on this scale; for a count compared by difference, its slack. */
        public double materialHarm(Metric metric) {
            var comparison = metric.comparison();
            boolean isCounted = comparison.way() == MetricComparison.Way.EXACT && this == DIFFERENCE;
            return isCounted ? comparison.slack() : harm(metric, comparison.material());
        }
    }
}
