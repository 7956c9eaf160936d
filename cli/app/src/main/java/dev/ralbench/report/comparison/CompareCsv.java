package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Csv;
import dev.ralbench.page.Field;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.ChangeText;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One row per cell, numbers unrounded and with a point: for spreadsheets and scripts (RFC 4180, with line feeds). */
public final class CompareCsv {
    private static final List<Field<CsvRow>> FIELDS = List.of(
            new Field<>("scenario", row -> row.view.scenario()),
            new Field<>("kind", row -> Spelling.of(row.view.comparison().kind())),
            new Field<>("metric", row -> row.cell.metric().key()),
            new Field<>("unit", row -> row.cell.metric().unit().symbol()),
            new Field<>("level", row -> row.cell.level().name()),
            new Field<>("baseline", row -> row.view.comparison().baseline()),
            new Field<>("variant", row -> row.cell.variant()),
            new Field<>("base", row -> row.cell.base().typical()),
            new Field<>("value", row -> row.cell.head().typical()),
            new Field<>("scale", row -> row.text().map(change -> ComparisonJson.scale(change.scale()))),
            new Field<>("change", row -> row.text().map(ChangeText::estimate)),
            new Field<>("low", row -> row.text().map(ChangeText::low)),
            new Field<>("high", row -> row.text().map(ChangeText::high)),
            new Field<>("confidence", CsvRow::confidence),
            new Field<>("blocks", CsvRow::blocks),
            new Field<>("p_worse", row -> row.cell.change().map(Change::probabilityOfWorse)),
            new Field<>("p_better", row -> row.cell.change().map(Change::probabilityOfBetter)),
            new Field<>("verdict", CsvRow::verdict),
            new Field<>("gate", CsvRow::outcome),
            new Field<>("notes", row -> row.cell.notes()),
            new Field<>(
                    "interval_of",
                    row -> IntervalTitle.key(row.view.comparison().reach())),
            new Field<>("runs", row -> runs(row.view.comparison().runs())));

    /**
     * A cell.
     *
     * @param verdicts of cells that no rule is about
     * @param rule the one that the cell was judged by, if any
     */
    private record CsvRow(ComparisonView view, VerdictText verdicts, Cell cell, Optional<RuleResult> rule) {
        private Optional<ChangeText> text() {
            return rule.map(ChangeText::of).orElseGet(() -> ChangeText.of(cell));
        }

        private Optional<Double> confidence() {
            return rule.flatMap(judged -> judged.judgement().harm())
                    .or(() -> cell.change().map(Change::harm))
                    .map(Interval::confidence);
        }

        private int blocks() {
            return (view.comparison().hasBase() ? cell.base() : cell.head())
                    .trials()
                    .size();
        }

        private String verdict() {
            return rule.map(RuleResult::words).orElseGet(() -> verdicts.text(cell));
        }

        /** Such as {@code FAIL}; marks an inconclusive rule that only warns. */
        private String outcome() {
            return rule.map(judged -> judged.outcome().words() + (isWarning(judged) ? " (warning)" : ""))
                    .orElse("");
        }

        private boolean isWarning(RuleResult judged) {
            return judged.outcome() == RuleOutcome.INCONCLUSIVE
                    && view.gate().filter(CompareCsv::warnsOnly).isPresent();
        }
    }

    private CompareCsv() {}

    private static boolean warnsOnly(GateResult gate) {
        return gate.onInconclusive() == Gate.OnInconclusive.WARN && gate.decision() != GateResult.Decision.CONTINUE;
    }

    /** The rows, header first, each with a line end. */
    public static String render(CompareReport report) {
        var rows = new ArrayList<List<String>>();
        rows.add(Field.header(FIELDS));
        for (var section : report.sections()) {
            switch (section) {
                case CompareReport.Compared compared -> rows.addAll(rows(compared.view()));
                case CompareReport.OverTime overTime ->
                    rows.addAll(HistoryCsv.rows(overTime.history(), Field.header(FIELDS)));
                case CompareReport.Refused refused -> {}
                case CompareReport.Alone alone -> {}
            }
        }
        return rows.stream().map(Csv::line).collect(Collectors.joining());
    }

    private static List<List<String>> rows(ComparisonView view) {
        var verdicts = view.verdictText();
        var ofRules = view.rules().stream().map(rule -> new CsvRow(view, verdicts, rule.cell(), Optional.of(rule)));
        var others = view.cells().stream().map(cell -> new CsvRow(view, verdicts, cell, Optional.empty()));
        return Stream.concat(ofRules, others).map(row -> Field.csv(FIELDS, row)).toList();
    }

    /** The ids of runs as one value. */
    static String runs(List<RunResult> runs) {
        return runs.stream().map(run -> run.origin().runId()).collect(Collectors.joining(" "));
    }
}
