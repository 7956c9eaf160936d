package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.CellVerdicts;
import dev.ralbench.compare.Comparer;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import dev.ralbench.report.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One line per level: goodput, and how much the rest moved with it. Nothing here gates. */
public final class RampTable {
    static final List<Metric> METRICS =
            List.of(RequestMetrics.GOODPUT, RequestMetrics.P50, RequestMetrics.P99, ProcessMetrics.CPU_PER_REQUEST);

    private final ComparisonView view;

    public RampTable(ComparisonView view) {
        this.view = view;
    }

    private record RampRow(Level level, List<Optional<Cell>> cells, String verdict) {
        private String change(int metric) {
            return cells.get(metric)
                    .flatMap(ChangeText::of)
                    .map(ChangeText::estimateText)
                    .orElse("");
        }

        private String interval() {
            return cells.getFirst()
                    .flatMap(ChangeText::of)
                    .map(ChangeText::intervalText)
                    .orElse("");
        }

        private String value(boolean ofBase) {
            return cells.getFirst()
                    .map(cell -> Numbers.of(
                            cell.metric(),
                            ofBase ? cell.base().typical() : cell.head().typical()))
                    .orElse("n/a");
        }
    }

    /** Lines without line ends: a table for each variant. */
    public List<String> render(Page page) {
        var lines = new ArrayList<String>();
        var all = view.comparison().cells().stream()
                .filter(cell -> METRICS.contains(cell.metric()) && !cell.level().isWholeRun())
                .toList();
        var verdicts = List.of(CellVerdicts.of(view.comparison().kind(), all));
        for (var variant : view.comparison().variants()) {
            var rows = view.comparison().levels().stream()
                    .map(level -> row(all, variant, level, verdicts))
                    .toList();
            lines.addAll(new Table<>(columns(variant, rows)).render(List.of(rows), page));
            var shown =
                    rows.stream().flatMap(row -> row.cells.getFirst().stream()).toList();
            ComparisonNotes.oppositeMedians(shown, Cell::id)
                    .ifPresent(text -> lines.addAll(new Note(Note.Kind.OPPOSITE_MEDIANS, text).lines(page)));
            lines.add("");
        }
        legend().ifPresent(legend -> lines.add(page.line(Emphasis.FAINT, legend)));
        return List.copyOf(lines);
    }

    /**
     * Explains the verdicts, or why there are none. Empty if there are too few blocks, because another note says so.
     */
    private Optional<String> legend() {
        if (hasVerdicts()) {
            return Optional.of("verdicts use Benjamini–Hochberg at 5 % over "
                    + Numbers.counted(view.comparison().levels().size(), "level") + " × " + METRICS.size()
                    + " metrics");
        }
        return view.isJudged() ? Optional.empty() : Optional.of("no verdicts: nothing is judged here");
    }

    private boolean hasVerdicts() {
        return view.isJudged() && view.comparison().blocks() >= Comparer.FEWEST_BLOCKS;
    }

    private RampRow row(List<Cell> all, String variant, Level level, List<CellVerdicts> verdicts) {
        var cells = METRICS.stream()
                .map(metric -> find(all, variant, level, metric))
                .toList();
        return new RampRow(
                level,
                cells,
                cells.getFirst()
                        .map(cell -> ComparisonRow.of(view, cell, verdicts).words())
                        .orElse(""));
    }

    private static Optional<Cell> find(List<Cell> all, String variant, Level level, Metric metric) {
        return all.stream()
                .filter(cell -> cell.metric().equals(metric)
                        && cell.level().equals(level)
                        && cell.variant().equals(variant))
                .findFirst();
    }

    private List<Column<RampRow>> columns(String variant, List<RampRow> rows) {
        var columns = new ArrayList<Column<RampRow>>();
        columns.add(Column.number(
                LevelTitle.of(view.comparison().levels()), 0, row -> row.level().name()));
        columns.add(Column.number(view.comparison().baseline(), 1, row -> row.value(true)));
        columns.add(Column.number(variant, 0, row -> row.value(false)));
        columns.add(Column.number("change", 0, row -> row.change(0)));
        if (rows.stream().anyMatch(row -> !row.interval().isEmpty())) {
            columns.add(Column.text(view.intervalTitle(), 0, RampRow::interval));
        }
        for (int i = 1; i < METRICS.size(); i++) {
            int metric = i;
            if (rows.stream().anyMatch(row -> !row.change(metric).isEmpty())) {
                columns.add(Column.number(METRICS.get(i).title(), 4 - i, row -> row.change(metric)));
            }
        }
        if (hasVerdicts()) {
            columns.add(Column.text("verdict", 0, RampRow::verdict));
        }
        return columns;
    }
}
