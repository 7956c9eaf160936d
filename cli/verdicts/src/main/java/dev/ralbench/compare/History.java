package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.ChangePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs of one scenario on one machine in the order of their start: how figures lie from run to run, and whether they step.
 * It describes; nothing here is a verdict.
 *
 * @param apart facts that tell it from other histories of the same scenario, those that matter most first
 * @param runs at least {@link #FEWEST_RUNS}
 * @param rows by level, metric and variant; only those with enough values
 */
public record History(List<Difference> apart, List<RunResult> runs, List<HistoryRow> rows) {
    /** Fewer have no spread to speak of. */
    public static final int FEWEST_RUNS = 3;

    /** How likely any row of a table seems to step although nothing changed. */
    public static final double FALSE_ALARMS = 0.05;

    public History {
        apart = List.copyOf(apart);
        runs = List.copyOf(runs);
        rows = List.copyOf(rows);
    }

    /**
     * The histories of results that were given together, scenario by scenario; machines with too few runs have none.
     *
     * @param sources without flaws, each run once
     * @param metrics to show; those of the headline if it is empty
     * @param levels to show; all if it is empty
     */
    public static List<History> of(List<ResultSource> sources, Set<Metric> metrics, Set<Level> levels) {
        return Groups.onOneMachine(sources).stream()
                .filter(group -> group.sources().size() >= FEWEST_RUNS)
                .map(group -> of(group, new HistoryMaker(group.sources(), metrics, levels)))
                .filter(history -> !history.rows.isEmpty())
                .toList();
    }

    private static History of(Group group, HistoryMaker maker) {
        return new History(group.apart(), maker.runs(), withSteps(maker.rows()));
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

    /** How many runs more it takes until a step could be found in a table of so many rows; 0 if there are enough. */
    public int missingRuns() {
        return Math.max(0, ChangePoint.fewestRuns(FALSE_ALARMS, rows.size()) - runs.size());
    }

    private static List<HistoryRow> withSteps(List<HistoryRow> rows) {
        var series = rows.stream()
                .map(row -> row.values().stream()
                        .mapToDouble(value -> value.orElse(Double.NaN))
                        .toArray())
                .toList();
        if (rows.isEmpty() || series.getFirst().length < ChangePoint.fewestRuns(FALSE_ALARMS, rows.size())) {
            return rows;
        }
        var steps = ChangePoint.in(FALSE_ALARMS, series);
        var marked = new ArrayList<HistoryRow>();
        for (int i = 0; i < rows.size(); i++) {
            var row = rows.get(i);
            marked.add(row.with(steps.get(i).stream().mapToObj(row::stepAt).findFirst()));
        }
        return marked;
    }
}
