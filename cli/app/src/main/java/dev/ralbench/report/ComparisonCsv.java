package dev.ralbench.report;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One row per cell, numbers unrounded and with a point: for spreadsheets and scripts (RFC 4180, with line feeds). */
public final class ComparisonCsv {
    private static final List<String> COLUMNS = List.of(
            "scenario",
            "kind",
            "metric",
            "unit",
            "level",
            "baseline",
            "variant",
            "base",
            "value",
            "scale",
            "change",
            "low",
            "high",
            "confidence",
            "blocks",
            "p_worse",
            "p_better",
            "verdict",
            "gate",
            "notes",
            "interval_of",
            "runs");

    private final ComparisonView view;

    private ComparisonCsv(ComparisonView view) {
        this.view = view;
    }

    /** The rows, header first, each with a line end. */
    public static String render(CompareReport report) {
        var rows = new ArrayList<List<String>>();
        rows.add(COLUMNS);
        for (var section : report.sections()) {
            switch (section) {
                case CompareReport.Compared compared -> rows.addAll(new ComparisonCsv(compared.view()).rows());
                case CompareReport.OverTime overTime -> rows.addAll(rows(overTime.history()));
                case CompareReport.Refused refused -> {}
                case CompareReport.Alone alone -> {}
            }
        }
        return rows.stream().map(Csv::line).collect(Collectors.joining());
    }

    /** Of a history, base is the median of the runs before the newest one, and blocks are runs. */
    private static List<List<String>> rows(History history) {
        var runs = runs(history.runs());
        return history.rows().stream()
                .map(row -> List.of(
                        history.scenario(),
                        "history",
                        row.metric().key(),
                        row.metric().unit().symbol(),
                        row.level().name(),
                        "",
                        row.variant(),
                        Csv.number(row.earlier()),
                        Csv.number(row.latest()),
                        ComparisonView.lower(row.scale()),
                        Csv.number(row.change()),
                        "",
                        "",
                        "",
                        Integer.toString(row.count()),
                        "",
                        "",
                        "",
                        "",
                        notes(history, row),
                        "",
                        runs))
                .toList();
    }

    private static String notes(History history, HistoryRow row) {
        var spread = "median of all runs " + row.median() + "; median distance from it " + row.spread();
        return row.step()
                .map(step -> spread + "; step at run "
                        + history.runs().get(step.from()).runId())
                .orElse(spread);
    }

    private static String runs(List<RunResult> runs) {
        return runs.stream().map(RunResult::runId).collect(Collectors.joining(" "));
    }

    private List<List<String>> rows() {
        var rows = new ArrayList<List<String>>();
        for (var rule : view.rules()) {
            rows.add(row(rule.cell(), ChangeText.of(rule), confidence(rule), rule.words(), outcome(rule)));
        }
        var words = view.words();
        view.cells().forEach(cell -> rows.add(row(cell, ChangeText.of(cell), confidence(cell), words.words(cell), "")));
        return rows;
    }

    /** Such as {@code FAIL}; what would fail the build if the gate did not only warn says so. */
    private String outcome(RuleResult rule) {
        boolean isWarning = rule.outcome() == RuleResult.Outcome.INCONCLUSIVE
                && view.gate().filter(gate -> !gate.failsWhenUndecided()).isPresent();
        return rule.outcome().words() + (isWarning ? " (warning)" : "");
    }

    private static String confidence(Cell cell) {
        return cell.change()
                .map(change -> Csv.number(change.harm().confidence()))
                .orElse("");
    }

    private static String confidence(RuleResult rule) {
        return rule.harm().map(harm -> Csv.number(harm.confidence())).orElseGet(() -> confidence(rule.cell()));
    }

    private List<String> row(Cell cell, Optional<ChangeText> text, String confidence, String verdict, String gate) {
        return List.of(
                view.scenario(),
                ComparisonView.lower(view.comparison().kind()),
                cell.metric().key(),
                cell.metric().unit().symbol(),
                cell.level().name(),
                view.comparison().baseline(),
                cell.variant(),
                Csv.number(cell.base().typical()),
                Csv.number(cell.head().typical()),
                text.map(change -> ComparisonView.lower(change.scale())).orElse(""),
                text.map(change -> Csv.number(change.estimate())).orElse(""),
                text.map(change -> Csv.number(change.low())).orElse(""),
                text.map(change -> Csv.number(change.high())).orElse(""),
                confidence,
                Integer.toString(blocks(cell)),
                cell.change()
                        .map(change -> Csv.number(change.probabilityOfWorse()))
                        .orElse(""),
                cell.change()
                        .map(change -> Csv.number(change.probabilityOfBetter()))
                        .orElse(""),
                verdict,
                gate,
                String.join("; ", cell.notes()),
                IntervalTitle.key(view.comparison().reach()),
                runs(view.comparison().runs()));
    }

    private int blocks(Cell cell) {
        var side = view.comparison().hasBase() ? cell.base() : cell.head();
        return side.trials().size();
    }
}
