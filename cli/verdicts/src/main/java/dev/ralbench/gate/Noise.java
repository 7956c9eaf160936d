package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change.Scale;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.TrialMetrics;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Design;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.statistics.Autocorrelation;
import dev.ralbench.statistics.Deviation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * A judged run's entries for a bank: one for each noisy cell that a rule is about. A run without any, such as one
     * without a base, still says how long its blocks took.
     */
    static List<NoiseBank.NoiseEntry> entries(GateResult result, Comparison comparison, Instant at) {
        var cells = result.rules().stream()
                .filter(rule -> rule.rule().isNoisy())
                .map(RuleResult::cell)
                .toList();
        var noisy = noisy(cells, comparison, at);
        return noisy.isEmpty() && !comparison.runs().isEmpty() ? time(comparison, at) : noisy;
    }

    /** The entries that a run of identical builds adds to the bank: one for each cell that a noisy rule may judge. */
    static List<NoiseBank.NoiseEntry> entries(Comparison comparison, Instant at) {
        return noisy(
                comparison.cells().stream()
                        .filter(RuleCandidates::isNoisy)
                        .filter(cell -> comparison.levels().contains(cell.level()))
                        .toList(),
                comparison,
                at);
    }

    private static List<NoiseBank.NoiseEntry> noisy(List<Cell> cells, Comparison comparison, Instant at) {
        if (comparison.runs().isEmpty() || comparison.kind() != ComparisonKind.PAIRED) {
            return List.of();
        }
        var run = comparison.runs().getFirst();
        return cells.stream()
                .flatMap(cell -> cell
                        .change()
                        .filter(change -> change.scale() == Scale.LOG_RATIO)
                        .filter(change -> change.deviation().isPresent())
                        .map(change -> new NoiseBank.NoiseEntry(
                                at,
                                run.origin().runId(),
                                comparison.baseline(),
                                cell.variant(),
                                cell.metric().key(),
                                cell.level().name(),
                                shape(run.layout().design().turns()),
                                change.perBlock(),
                                telemetry(comparison)))
                        .stream())
                .toList();
    }

    /**
     * The runs of equal variants of a self-test as the noise of a gate, whatever windows they were measured in.
     *
     * @param turns of the gate
     */
    static List<NoiseBank.NoiseEntry> entries(SelfTestResult result, Optional<Design.Turns> turns) {
        var entries = new ArrayList<NoiseBank.NoiseEntry>();
        int number = 0;
        for (var run : result.runs()) {
            number++;
            for (var rule : run.injected().isEmpty() ? run.rules() : List.<SelfTestResult.Rule>of()) {
                var id = rule.id().split("@", 2);
                if (id.length == 2 && rule.kind().equals(RelativeRule.KIND.key())) {
                    entries.add(new NoiseBank.NoiseEntry(
                            result.startedAt(),
                            "run " + number,
                            "base",
                            "head",
                            id[0],
                            id[1],
                            shape(turns),
                            rule.perBlock(),
                            Map.of()));
                }
            }
        }
        return entries;
    }

    /** An entry that holds only how long the run took, with neither metric nor level. */
    private static List<NoiseBank.NoiseEntry> time(Comparison comparison, Instant at) {
        var run = comparison.runs().getFirst();
        boolean isKnown = comparison.runs().size() == 1 && BlockOverhead.of(run).isPresent();
        return isKnown
                ? List.of(new NoiseBank.NoiseEntry(
                        at,
                        run.origin().runId(),
                        comparison.baseline(),
                        String.join(",", comparison.variants()),
                        "",
                        "",
                        shape(run.layout().design().turns()),
                        List.of(),
                        telemetry(comparison)))
                : List.of();
    }

    private static Map<String, Double> telemetry(Comparison comparison) {
        var runs = comparison.runs();
        int variants = comparison.variants().size() + (comparison.hasBase() ? 1 : 0);
        var trials = runs.stream().flatMap(run -> run.trials().stream()).toList();
        double little = trials.stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measurement -> measurement.levels())
                .flatMapToDouble(level -> TrialMetrics.LITTLE_DEVIATION.of(level).stream())
                .map(Math::abs)
                .max()
                .orElse(0);
        var telemetry = new HashMap<String, Double>();
        BlockOverhead.of(runs.getFirst())
                .map(overhead -> overhead.telemetry(variants))
                .ifPresent(telemetry::putAll);
        telemetry.putAll(Map.of(
                "littleDeviationMax",
                little,
                "suspectTrials",
                (double) trials.stream()
                        .filter(trial -> trial.validity().verdict() == TrialResult.ValidityLevel.SUSPECT)
                        .count(),
                "repeatedTrials",
                (double) trials.stream()
                        .filter(trial -> trial.id().attempt() > 1)
                        .count()));
        return telemetry;
    }
}
