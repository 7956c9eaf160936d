package dev.ralbench.gate;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.result.Design;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.statistics.Autocorrelation;
import dev.ralbench.statistics.Deviation;
import java.util.List;
import java.util.Optional;

/**
 * How much the pairs of earlier runs differ in one metric at one level, within each run: a real difference between base
 * and head shifts all pairs of a run alike and does not count.
 *
 * @param pairs of all runs
 * @param sd pooled over the runs
 * @param correlation of one pair with the next; empty if there is none to be seen
 * @param sd95 upper bound of 95 % of the runs; empty with fewer than 20 runs
 */
record Noise(int runs, int pairs, double sd, Optional<Double> correlation, Optional<Double> sd95) {
    private static final int RUNS_FOR_A_PERCENTILE = 20;
    private static final int LEAST_PAIRS = 3;

    /**
     * A bank's noise of pairs of one shape; empty if no run has enough pairs.
     *
     * @param turns empty for whole loads
     */
    static Optional<Noise> of(
            List<NoiseBank.NoiseEntry> bank, Optional<Design.Turns> turns, Metric metric, Level level) {
        var runs = bank.stream()
                .filter(entry -> entry.shape().equals(shape(turns)))
                .filter(entry ->
                        entry.metric().equals(metric.key()) && entry.level().equals(level.name()))
                .map(entry -> entry.perBlock().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray())
                .filter(harms -> harms.length >= LEAST_PAIRS)
                .toList();
        return runs.isEmpty() ? Optional.empty() : Optional.of(pooled(runs));
    }

    static String shape(Optional<Design.Turns> turns) {
        return turns.map(each -> each.perLevel() + " windows of " + each.lengthMillis() + " ms")
                .orElse("whole loads");
    }

    private static Noise pooled(List<double[]> runs) {
        double squares = 0;
        int freedom = 0;
        int pairs = 0;
        for (var harms : runs) {
            double sd = Deviation.of(harms);
            squares += (harms.length - 1) * sd * sd;
            freedom += harms.length - 1;
            pairs += harms.length;
        }
        return new Noise(
                runs.size(), pairs, Math.sqrt(squares / freedom), Autocorrelation.shownBy(runs), percentile95(runs));
    }

    private static Optional<Double> percentile95(List<double[]> runs) {
        if (runs.size() < RUNS_FOR_A_PERCENTILE) {
            return Optional.empty();
        }
        double[] sorted = runs.stream().mapToDouble(Deviation::of).sorted().toArray();
        return Optional.of(sorted[(int) Math.ceil(0.95 * sorted.length) - 1]);
    }
}
