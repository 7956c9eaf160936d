package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import dev.ralbench.page.Spelling;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Several runs in one table: each variant of each scenario at its last level, and the validity of each row. */
public final class SummaryTable {
    private static final String FAILED = "failed";
    private static final String STOPPED = "stopped";

    private SummaryTable() {}

    /**
     * A variant of a run.
     *
     * @param scenario empty but for the first variant
     * @param verdict {@code valid}, {@code suspect}, {@code invalid}, {@code stopped} or {@code failed}: the worst of
     *     its trials
     * @param figures empty if nothing was measured
     * @param ratio goodput over that of the first variant
     */
    private record SummaryRow(
            String scenario, String variant, String verdict, Optional<LevelRow> figures, TableCell ratio) {
        TableCell cell(Metric metric) {
            return figures.map(row -> row.cell(metric)).orElse(TableCell.MISSING);
        }

        String level() {
            return figures.map(row -> row.level().name()).orElse(TableCell.MISSING.text());
        }

        TableCell verdictCell() {
            var emphasis = verdict.equals(Spelling.of(ValidityLevel.VALID)) ? Emphasis.NONE : Emphasis.BAD;
            return new TableCell(
                    verdict, verdict.equals(Spelling.of(ValidityLevel.SUSPECT)) ? Emphasis.FAINT : emphasis);
        }
    }

    /** Lines without line ends. */
    public static List<String> render(List<RunResult> runs, Page page) {
        var lines = new ArrayList<String>();
        lines.add(page.line(Emphasis.TITLE, "all scenarios, each at its last level"));
        lines.addAll(new Table<>(columns())
                .render(runs.stream().map(SummaryTable::rows).toList(), page));
        return List.copyOf(lines);
    }

    private static List<Column<SummaryRow>> columns() {
        return List.of(
                Column.text("scenario", 0, SummaryRow::scenario),
                Column.text("variant", 0, SummaryRow::variant),
                new Column<>("verdict", Column.Align.LEFT, 0, SummaryRow::verdictCell),
                Column.number("level", 2, SummaryRow::level),
                metric(RequestMetrics.GOODPUT, 0),
                metric(RequestMetrics.P50, 3),
                metric(RequestMetrics.P99, 1),
                metric(RequestMetrics.ERRORS, 1),
                new Column<>("vs first", Column.Align.RIGHT, 1, SummaryRow::ratio));
    }

    private static Column<SummaryRow> metric(Metric metric, int priority) {
        return new Column<>(metric.title(), Column.Align.RIGHT, priority, row -> row.cell(metric));
    }

    private static List<SummaryRow> rows(RunResult run) {
        var view = new RunView(run);
        var ratios = view.ratios();
        var rows = new ArrayList<SummaryRow>();
        for (var variant : view.variants()) {
            var level = last(view);
            rows.add(new SummaryRow(
                    rows.isEmpty() ? run.scenario().name() : "",
                    run.scenario().title(variant),
                    verdict(view, variant),
                    level.map(at -> LevelRow.of(view, at, variant)),
                    level.map(at -> ratios.cell(variant, at)).orElse(TableCell.MISSING)));
        }
        return rows;
    }

    private static Optional<Level> last(RunView view) {
        return view.levels().isEmpty()
                ? Optional.empty()
                : Optional.of(view.levels().getLast());
    }

    private static String verdict(RunView view, String variant) {
        var trials = view.counting().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .toList();
        if (trials.stream().anyMatch(TrialResult::hasFailed)) {
            return FAILED;
        }
        if (trials.stream().anyMatch(trial -> trial.status() == Status.ABORTED)) {
            return STOPPED;
        }
        return trials.stream()
                .map(TrialResult::validity)
                .map(TrialResult.Validity::verdict)
                .max(Comparator.naturalOrder())
                .map(Spelling::of)
                .orElse(FAILED);
    }
}
