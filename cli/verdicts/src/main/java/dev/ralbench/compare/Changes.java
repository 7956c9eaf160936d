package dev.ralbench.compare;

import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.Median;
import dev.ralbench.statistics.PooledRuns;
import dev.ralbench.statistics.SignedRank;
import dev.ralbench.statistics.TwoSamples;
import java.util.List;
import java.util.stream.IntStream;

/** Turns the values of base and head into an estimated change with bounds. */
final class Changes {
    static final String EXACT = "exact";
    private static final String PAIRED = "hodges-lehmann; exact signed-rank";
    private static final String MANY_PAIRED = "hodges-lehmann; signed-rank by the normal distribution";
    private static final String OVER_RUNS = ", or t over runs if wider";
    private static final String UNPAIRED = "hodges-lehmann of two samples; exact rank sum";

    private Changes() {}

    /** The change of a count on which the trials of each side agree, so that chance plays no part. */
    static Change exact(Pairs pairs, Metric metric) {
        double harm = LogRatio.difference(
                metric,
                Median.of(Change.array(pairs.base().measured())),
                Median.of(Change.array(pairs.head().measured())));
        var perBlock = pairs.harm().isEmpty()
                ? List.<Double>of()
                : IntStream.range(0, pairs.base().size())
                        .mapToObj(i -> LogRatio.difference(
                                metric,
                                pairs.base().measured().get(i),
                                pairs.head().measured().get(i)))
                        .toList();
        return new Change(
                Change.Scale.DIFFERENCE,
                new Interval(harm, harm, harm, 1),
                perBlock,
                perBlock.isEmpty() ? List.of() : pairs.runs(),
                Double.NaN,
                Double.NaN,
                EXACT);
    }

    /** The change over pairs from the blocks of one run or several. */
    static Change paired(Pairs pairs) {
        return paired(pairs.scale(), pairs.harm(), pairs.runs());
    }

    /** @param runs which of them each block belongs to, by its place */
    static Change paired(Change.Scale scale, List<Double> perBlock, List<Integer> runs) {
        var byRun = Change.byRun(perBlock, runs).values().stream()
                .map(Change::array)
                .toList();
        var effect = PooledRuns.of(Change.ALPHA, byRun);
        return new Change(
                scale,
                effect.interval(),
                perBlock,
                runs,
                effect.pGreater(),
                effect.pLess(),
                method(perBlock.size(), byRun.size()));
    }

    private static String method(int blocks, int runs) {
        return (SignedRank.isExact(blocks) ? PAIRED : MANY_PAIRED) + (runs < PooledRuns.FEWEST_RUNS ? "" : OVER_RUNS);
    }

    /**
     * The change between trials of different runs. It only describes them, because trials were not assigned to runs
     * at random.
     */
    static Change unpaired(Pairs pairs, Metric metric) {
        var shift = TwoSamples.shift(
                Change.ALPHA,
                scaled(pairs.base().on(pairs.scale()), pairs.scale()),
                scaled(pairs.head().on(pairs.scale()), pairs.scale()));
        var harm = metric.better() == Better.HIGHER ? mirrored(shift) : shift;
        return new Change(pairs.scale(), harm, List.of(), List.of(), Double.NaN, Double.NaN, UNPAIRED);
    }

    private static Interval mirrored(Interval shift) {
        return new Interval(0.0 - shift.estimate(), 0.0 - shift.high(), 0.0 - shift.low(), shift.confidence());
    }

    private static double[] scaled(List<Double> values, Change.Scale scale) {
        return switch (scale) {
            case LOG_RATIO -> values.stream().mapToDouble(StrictMath::log).toArray();
            case DIFFERENCE -> Change.array(values);
        };
    }
}
