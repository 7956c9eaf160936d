package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.RunPatterns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Runs of one scenario in the order of their start, on one machine or, as ratios to an anchor, on several: how figures lie
 * from run to run, and whether they change. It describes; a {@code drift} rule of a gate judges it.
 *
 * @param anchor the variant that all values are ratios to; empty if they are the metrics' own
 * @param apart facts that tell it from other histories of the same scenario, those that matter most first
 * @param runs at least {@link #FEWEST_RUNS}
 * @param facts of machine and software that change from run to run, oldest first
 * @param rows by level, metric and variant; only those with enough values
 * @param autocorrelation of neighbouring runs, as far as the tests took it into account
 */
public record History(
        Optional<String> anchor,
        List<Difference> apart,
        List<RunResult> runs,
        List<FactChange> facts,
        List<HistoryRow> rows,
        double autocorrelation) {
    /** Fewer have no spread to speak of. */
    public static final int FEWEST_RUNS = 3;

    /** How likely any row of a table seems to change although nothing changed. */
    public static final double FALSE_ALARMS = 0.05;

    public History {
        apart = List.copyOf(apart);
        runs = List.copyOf(runs);
        facts = List.copyOf(facts);
        rows = List.copyOf(rows);
    }

    /**
     * A fact of machine or software that is another from a run on.
     *
     * @param run place of the first run with the new value
     * @param fact left is the value before, right the new one
     */
    public record FactChange(int run, Difference fact) {}

    /**
     * The part of results to show.
     *
     * @param metrics those of the headline if it is empty
     * @param levels all if it is empty
     * @param also metrics to show in addition to those of the headline
     * @param anchor the variant that ratios are to, where runs took place on several machines; the first one if it is empty
     */
    public record Wanted(Set<Metric> metrics, Set<Level> levels, Set<Metric> also, Optional<String> anchor) {
        public Wanted {
            also = Set.copyOf(also);
            metrics = Set.copyOf(metrics);
            levels = Set.copyOf(levels);
        }
    }

    /**
     * The histories of results that were given together, scenario by scenario. Runs on several machines are one history of
     * ratios if each has the anchor in the same build, and one for each machine otherwise; too few runs have none.
     *
     * @param sources without flaws, each run once
     */
    public static List<History> of(List<ResultSource> sources, Wanted wanted, Acknowledgements known) {
        return Groups.overTime(sources, wanted.anchor()).stream()
                .filter(line -> line.group().sources().size() >= FEWEST_RUNS)
                .map(line -> of(line, wanted, known))
                .filter(history -> !history.rows.isEmpty())
                .toList();
    }

    private static History of(Groups.Line line, Wanted wanted, Acknowledgements known) {
        var maker = new HistoryMaker(line.group().sources(), wanted);
        var rows = line.anchor().map(maker::ratios).orElseGet(maker::rows);
        var runs = maker.runs();
        var found = RunPatterns.of(
                FALSE_ALARMS,
                rows.stream().map(HistoryRow::series).toList(),
                rows.stream().mapToDouble(HistoryRow::resolution).toArray());
        var ids = runs.stream().map(run -> run.origin().runId()).toList();
        return new History(
                line.anchor(),
                line.group().apart(),
                runs,
                HistoryFacts.changes(runs),
                IntStream.range(0, rows.size())
                        .mapToObj(row -> rows.get(row).with(found.patterns().get(row), known, ids))
                        .toList(),
                found.autocorrelation());
    }

    /** Such as {@code delay-200}. */
    public String scenario() {
        return runs.getFirst().scenario().name();
    }

    /** Whether the runs of a group are in it, and enough of one variant for a row. */
    public boolean holds(Group group) {
        return group.sources().stream().allMatch(source -> runs.contains(source.run()))
                && rows.stream()
                        .map(HistoryRow::variant)
                        .anyMatch(Variants.of(group.sources().getFirst().run())::contains);
    }

    /** The runs of a variant that have a label, by its value: see {@code run --label}. */
    public Map<String, List<Integer>> labelled(String variant, String label) {
        var found = new LinkedHashMap<String, List<Integer>>();
        for (int run = 0; run < runs.size(); run++) {
            int index = run;
            label(runs.get(run), variant, label)
                    .ifPresent(value -> found.computeIfAbsent(value, absent -> new ArrayList<>())
                            .add(index));
        }
        return found;
    }

    /** Older results have labels among the facts. */
    private static Optional<String> label(RunResult run, String variant, String label) {
        return run.scenario()
                .label(variant, label)
                .or(() -> Optional.ofNullable(
                        VariantComparability.subject(run, variant).get(label)));
    }

    /** How many runs more it takes until steps and trends are looked for; 0 if there are enough. */
    public int missingRuns() {
        return Math.max(0, RunPatterns.FEWEST_RUNS - runs.size());
    }
}
