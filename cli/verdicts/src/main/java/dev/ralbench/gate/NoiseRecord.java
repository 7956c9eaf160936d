package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change.Scale;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.metric.TrialMetrics;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.TrialResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records the noise of a machine as shown by every judged run, and by every run of identical builds. */
public final class NoiseRecord {
    private NoiseRecord() {}

    /** Appends the pairs of a judged run; results of different runs have no pairs, and add nothing. */
    public static void append(NoiseBank bank, GateResult result, Comparison comparison, Instant at) {
        append(bank, entries(result, comparison, at), comparison);
    }

    /** Appends the pairs of a run of identical builds, which no gate has judged. */
    public static void append(NoiseBank bank, Comparison comparison, Instant at) {
        append(bank, entries(comparison, at), comparison);
    }

    /**
     * The runs of equal variants of a self-test, as the bank of a machine on which this gate is to judge, whatever windows
     * they were measured in.
     */
    public static List<NoiseBank.NoiseEntry> of(SelfTestResult result, Gate gate) {
        var shape = Noise.shape(gate.design().turns());
        var entries = new ArrayList<NoiseBank.NoiseEntry>();
        int number = 0;
        for (var run : result.runs()) {
            number++;
            for (var rule : run.injected().isEmpty() ? run.rules() : List.<SelfTestResult.Rule>of()) {
                int level = rule.id().lastIndexOf('@'); // before it may stand the name of a request
                if (level > 0 && rule.kind().equals(RelativeRule.KIND.key())) {
                    entries.add(new NoiseBank.NoiseEntry(
                            result.startedAt(),
                            "run " + number,
                            "base",
                            "head",
                            rule.id().substring(0, level),
                            rule.id().substring(level + 1),
                            shape,
                            rule.perBlock(),
                            Map.of()));
                }
            }
        }
        return entries;
    }

    private static void append(NoiseBank bank, List<NoiseBank.NoiseEntry> entries, Comparison comparison) {
        if (entries.isEmpty() || comparison.runs().isEmpty()) {
            return;
        }
        var run = comparison.runs().getFirst();
        var scenario = run.scenario().name();
        bank.append(NoiseBank.hostKey(run.fingerprint()), scenario, entries);
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
                                Noise.shape(run.layout().design().turns()),
                                change.perBlock(),
                                telemetry(comparison)))
                        .stream())
                .toList();
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
                        Noise.shape(run.layout().design().turns()),
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
