package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.CellVerdicts;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Hints;
import dev.ralbench.compare.MachineEffects;
import dev.ralbench.compare.Side;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Field;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Markdown;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Spelling;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.LevelTitle;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of a comparison: its rows, and its columns in every form. For people a column is a line in {@link Columns},
 * for programs a field in {@link #CSV} and in {@link #fields}.
 */
final class ComparisonTable {
    private static final Field<ComparisonRow> METRIC =
            new Field<>("metric", row -> row.cell().metric().key());
    private static final Field<ComparisonRow> LEVEL =
            new Field<>("level", row -> row.cell().level().name());
    private static final Field<ComparisonRow> VARIANT =
            new Field<>("variant", row -> row.cell().variant());
    private static final Field<ComparisonRow> UNIT =
            new Field<>("unit", row -> row.cell().metric().unit().symbol());
    private static final Field<ComparisonRow> NOTES =
            new Field<>("notes", row -> row.cell().notes());

    /** The columns of a CSV file, in which a rule's row has the change as its gate judged it. */
    private static final List<Field<ComparisonRow>> CSV = List.of(
            new Field<>("scenario", row -> row.view().scenario()),
            new Field<>("kind", row -> Spelling.of(row.view().comparison().kind())),
            METRIC,
            UNIT,
            LEVEL,
            new Field<>("baseline", row -> row.view().comparison().baseline()),
            VARIANT,
            new Field<>("base", row -> row.cell().base().typical()),
            new Field<>("value", row -> row.cell().head().typical()),
            new Field<>("scale", row -> row.change().map(change -> scale(change.scale()))),
            new Field<>("change", row -> row.change().map(ChangeText::estimate)),
            new Field<>("low", row -> row.change().map(ChangeText::low)),
            new Field<>("high", row -> row.change().map(ChangeText::high)),
            new Field<>("confidence", ComparisonTable::confidence),
            new Field<>("blocks", ComparisonTable::blocks),
            new Field<>("p_worse", row -> row.cell().change().map(Change::probabilityOfWorse)),
            new Field<>("p_better", row -> row.cell().change().map(Change::probabilityOfBetter)),
            new Field<>("verdict", ComparisonRow::words),
            new Field<>("gate", ComparisonTable::outcome),
            NOTES,
            new Field<>(
                    "interval_of", row -> Spelling.of(row.view().comparison().reach())),
            new Field<>("runs", row -> runs(row.view().comparison().runs())));

    private final ComparisonView view;
    private final List<ComparisonRow> ruled;
    private final List<ComparisonRow> others;

    ComparisonTable(ComparisonView view) {
        this.view = view;
        this.ruled =
                view.rules().stream().map(rule -> ComparisonRow.of(view, rule)).toList();
        var cells = view.cells();
        var families = families(cells);
        this.others = cells.stream()
                .map(cell -> ComparisonRow.of(view, cell, families))
                .toList();
    }

    /**
     * Verdicts are the same in every report, whichever of the cells it shows; and on all requests together, however many
     * names they have.
     */
    private List<CellVerdicts> families(List<Cell> cells) {
        return Arrays.stream(Family.values())
                .map(family ->
                        cells.stream().filter(cell -> family == family(cell)).toList())
                .map(family -> CellVerdicts.of(view.comparison().kind(), family))
                .toList();
    }

    /** Cells whose tests are adjusted together, those that matter most first. */
    private enum Family {
        HEADLINE,
        HEADLINE_BY_NAME,
        OTHER,
    }

    private Family family(Cell cell) {
        if (!view.isHeadline(cell)) {
            return Family.OTHER;
        }
        return cell.metric().name().isPresent() ? Family.HEADLINE_BY_NAME : Family.HEADLINE;
    }

    ComparisonView view() {
        return view;
    }

    /** The rows of a gate's rules. */
    List<ComparisonRow> ruled() {
        return ruled;
    }

    /** The rows that no rule is about and that tables show unless more is asked for. */
    List<ComparisonRow> headline() {
        return others.stream().filter(row -> view.isShown(row.cell())).toList();
    }

    /** The rows that no rule is about and that the first table of a report lacks. */
    List<ComparisonRow> rest() {
        return others.stream()
                .filter(row -> view.gate().isPresent() || !view.isShown(row.cell()))
                .toList();
    }

    /** The rows of rules, and the others that tables show. */
    List<ComparisonRow> shown() {
        return Stream.concat(ruled.stream(), headline().stream()).toList();
    }

    List<ComparisonRow> all() {
        return Stream.concat(ruled.stream(), others.stream()).toList();
    }

    /**
     * The relative change that would have been found with a probability of 95 %, by the metric's title: of a gate's
     * rules, or else of the cells that the table shows, the largest of all levels.
     */
    Map<String, Double> detectable() {
        var largest = new LinkedHashMap<String, Double>();
        for (var row : view.gate().isPresent() ? ruled : headline()) {
            var share = row.rule().isPresent()
                    ? row.rule().get().judgement().detectable().filter(Double::isFinite)
                    : detectable(row.cell()).stream().boxed().findFirst();
            share.ifPresent(found -> largest.merge(row.cell().metric().title(), found, Math::max));
        }
        return largest;
    }

    private static OptionalDouble detectable(Cell cell) {
        return cell.change()
                .map(change -> Hints.detectable(cell.metric(), change))
                .orElseGet(OptionalDouble::empty);
    }

    /** The columns for people, from left to right: those of terminals, and those of Markdown. */
    private static final class Columns {
        private final List<Column<ComparisonRow>> terminal = new ArrayList<>();
        private final List<Column<ComparisonRow>> markdown = new ArrayList<>();

        /** @param isOfRules whether the table is one of rules; a table of the other rows may have no verdicts */
        Columns(ComparisonView view, Glyphs signs, boolean isOfRules) {
            boolean hasBase = view.comparison().hasBase();
            if (view.gate().isPresent()) {
                terminal.add(emphasised(
                        "gate", row -> row.outcome().map(RuleOutcome::words).orElse("")));
            }
            markdown.add(Column.text(
                    "", 0, row -> row.outcome().map(found -> sign(found, signs)).orElse("")));
            both(Column.number(
                    LevelTitle.of(view.comparison().levels()),
                    0,
                    row -> row.cell().level().name()));
            if (view.hasSeveralVariants()) {
                terminal.add(
                        Column.text("variant", 0, row -> view.title(row.cell().variant())));
            }
            terminal.add(Column.text("metric", 0, row -> row.cell().metric().title()));
            markdown.add(Column.text("metric", 0, ComparisonTable::metricOfVariant));
            if (hasBase) {
                both(Column.number(
                        view.comparison().baseline(),
                        2,
                        row -> value(row, row.cell().base().typical())));
            }
            var head = view.comparison().variants().getFirst();
            both(Column.number(
                    view.hasSeveralVariants() ? "value" : head,
                    1,
                    row -> value(row, row.cell().head().typical())));
            if (hasBase) {
                both(Column.number("change", 0, row -> text(row, ChangeText::estimateText)));
            }
            // A gate's finding and its size matter more than the interval, which is reflected in the verdict.
            int interval = hasBase && view.gate().isPresent() ? 3 : 0;
            var bounds = hasBase ? view.intervalTitle() : "limit";
            terminal.add(Column.text(
                    bounds, interval, row -> row.limit().orElseGet(() -> text(row, ChangeText::intervalText))));
            markdown.add(Column.number(
                    bounds,
                    0,
                    row -> row.limit().map(Markdown::escaped).orElseGet(() -> text(row, ChangeText::rangeText))));
            if (hasBase && view.isJudged()) {
                terminal.add(emphasised("verdict", ComparisonRow::words));
            }
            markdown.add(Column.text(isOfRules || view.isJudged() ? "verdict" : "", 0, ComparisonTable::finding));
        }

        /** Titles are names from outside, and figures are not: nothing in them is markup. */
        private void both(Column<ComparisonRow> column) {
            terminal.add(column);
            markdown.add(
                    new Column<>(Markdown.escaped(column.title()), column.align(), column.priority(), column.cell()));
        }

        private static Column<ComparisonRow> emphasised(String title, Function<ComparisonRow, String> text) {
            return new Column<>(title, Column.Align.LEFT, 0, row -> new TableCell(text.apply(row), row.emphasis()));
        }
    }

    private static String text(ComparisonRow row, Function<ChangeText, String> part) {
        return row.change().map(part).orElse("");
    }

    private static String value(ComparisonRow row, OptionalDouble typical) {
        return typical.isPresent() ? Numbers.of(row.cell().metric(), typical) : "n/a";
    }

    private static String metricOfVariant(ComparisonRow row) {
        var metric = row.cell().metric().title();
        return row.view().hasSeveralVariants()
                ? metric + " of " + Markdown.escaped(row.cell().variant())
                : metric;
    }

    /** The verdict, with the outcome of the rule if that is another word. */
    private static String finding(ComparisonRow row) {
        var outcome = row.outcome().map(RuleOutcome::words).orElse("");
        return Stream.of(outcome, row.words())
                .filter(word -> !word.isEmpty())
                .distinct()
                .collect(Collectors.joining(": "));
    }

    private static String sign(RuleOutcome outcome, Glyphs signs) {
        if (signs == Glyphs.ASCII) {
            return outcome.words();
        }
        return switch (outcome) {
            case PASS -> "✅";
            case FAIL, NO_DATA -> "❌";
            case INCONCLUSIVE -> "❔";
            case ACCEPTED, NOT_JUDGED -> "⚠️";
            case NO_BASE -> "➖";
        };
    }

    /** The rules, and below them the rows of the first table that no rule is about. */
    List<String> terminal(Page page) {
        var groups = new ArrayList<List<ComparisonRow>>();
        if (!ruled.isEmpty()) {
            groups.add(ruled);
        }
        groups.addAll(byLevel(headline()));
        if (groups.isEmpty()) {
            return List.of("no values for what was asked for");
        }
        var columns = new Columns(view, page.signs(), false).terminal;
        var lines = new ArrayList<>(new Table<>(columns).render(groups, page));
        if (!ruled.isEmpty() && groups.size() > 1) {
            lines.add(ruled.size() + 2, page.line(Emphasis.FAINT, "not gated")); // in the line between the two
        }
        return lines;
    }

    /** Next to a gate the other rows are one group. */
    private List<List<ComparisonRow>> byLevel(List<ComparisonRow> rows) {
        var groups = new LinkedHashMap<String, List<ComparisonRow>>();
        for (var row : rows) {
            var key = view.gate().isPresent()
                    ? ""
                    : row.cell().variant() + "@" + row.cell().level().name();
            groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(row);
        }
        return List.copyOf(groups.values());
    }

    /** A table in Markdown of rows that no rule is about. */
    List<String> markdown(List<ComparisonRow> rows, Glyphs signs) {
        return markdown(rows, new Columns(view, signs, false).markdown);
    }

    /**
     * A table in Markdown of rules.
     *
     * @param passed rules that pass and are only named, in a last line together; empty for none
     */
    List<String> markdownOfRules(List<ComparisonRow> rows, List<RuleResult> passed, Glyphs signs) {
        var columns = new Columns(view, signs, true).markdown;
        var lines = new ArrayList<>(markdown(rows, columns));
        if (!passed.isEmpty()) {
            var names = passed.stream().map(rule -> Markdown.escaped(rule.id())).collect(Collectors.joining(", "));
            lines.add("| " + sign(RuleOutcome.PASS, signs) + " | | " + names + " | " + "| ".repeat(columns.size() - 4)
                    + passed.size() + " rules pass |");
        }
        return lines;
    }

    private static List<String> markdown(List<ComparisonRow> rows, List<Column<ComparisonRow>> columns) {
        var lines = new ArrayList<String>();
        lines.add(columns.stream().skip(1).map(Column::title).collect(Collectors.joining(" | ", "| | ", " |")));
        lines.add(columns.stream()
                .map(column -> column.align() == Column.Align.LEFT ? "---" : "---:")
                .collect(Collectors.joining("|", "|", "|")));
        rows.forEach(row -> lines.add(columns.stream()
                .map(column -> column.cell().apply(row).text())
                .collect(Collectors.joining(" | ", "| ", " |"))));
        return lines;
    }

    static List<String> csvHeader() {
        return Field.header(CSV);
    }

    List<List<String>> csv() {
        return all().stream().map(row -> Field.csv(CSV, row)).toList();
    }

    private static Optional<Double> confidence(ComparisonRow row) {
        return row.rule()
                .flatMap(judged -> judged.judgement().harm())
                .or(() -> row.cell().change().map(Change::harm))
                .map(Interval::confidence);
    }

    private static int blocks(ComparisonRow row) {
        var comparison = row.view().comparison();
        return (comparison.hasBase() ? row.cell().base() : row.cell().head())
                .trials()
                .size();
    }

    /** Such as {@code FAIL}; marks an inconclusive rule that only warns. */
    private static String outcome(ComparisonRow row) {
        boolean isWarning =
                row.outcome().filter(found -> found == RuleOutcome.INCONCLUSIVE).isPresent()
                        && row.view().gate().filter(ComparisonTable::warnsOnly).isPresent();
        return row.outcome()
                .map(found -> found.words() + (isWarning ? " (warning)" : ""))
                .orElse("");
    }

    private static boolean warnsOnly(GateResult gate) {
        return gate.onInconclusive() == Gate.OnInconclusive.WARN && gate.decision() != GateResult.Decision.CONTINUE;
    }

    /** The ids of runs as one value. */
    static String runs(List<RunResult> runs) {
        return runs.stream().map(run -> run.origin().runId()).collect(Collectors.joining(" "));
    }

    /** Every row with its inputs, for JSON. */
    List<Map<String, Object>> json() {
        var machines = view.machines();
        var effects = view.isJudged()
                ? MachineEffects.of(
                        machines, all().stream().map(ComparisonRow::cell).toList())
                : List.<MachineEffects>of();
        var fields = fields(effects);
        return all().stream().map(row -> Field.json(fields, row)).toList();
    }

    /** The keys of a row in JSON, which has both changes of a rule's row: the cell's, and its rule's in the rule. */
    private List<Field<ComparisonRow>> fields(List<MachineEffects> effects) {
        return List.of(
                new Field<>("id", row -> row.cell().id()),
                METRIC,
                LEVEL,
                VARIANT,
                UNIT,
                new Field<>("quantity", row -> Spelling.of(row.cell().metric().unit())),
                new Field<>("better", row -> Spelling.of(row.cell().metric().better())),
                new Field<>("role", row -> row.rule().isPresent() ? "gate" : "shown"),
                new Field<>("base", row -> side(row.cell().base())),
                new Field<>("head", row -> side(row.cell().head())),
                new Field<>("change", row -> ChangeText.of(row.cell()).map(text -> change(row.cell(), text))),
                new Field<>(
                        "harm",
                        row -> row.cell()
                                .change()
                                .map(change -> change.perBlock().stream()
                                        .map(ComparisonTable::number)
                                        .toList())),
                new Field<>("byRun", row -> view.comparison().runs().size() > 1 ? byRun(row.cell()) : List.of()),
                new Field<>("byMachine", row -> byMachine(row.cell(), effects)),
                new Field<>("p", row -> row.cell().change().map(ComparisonTable::probabilities)),
                new Field<>("material", row -> row.cell().metric().comparison().material()),
                new Field<>("tolerated", row -> row.cell().metric().comparison().tolerated()),
                new Field<>("detectable95", row -> detectable(row.cell())),
                NOTES,
                new Field<>("verdict", row -> Spelling.of(row.verdict())),
                new Field<>("words", ComparisonRow::words),
                new Field<>("rule", row -> row.rule().map(ComparisonTable::rule)));
    }

    private static Map<String, Object> side(Side side) {
        var json = new LinkedHashMap<String, Object>();
        json.put("typical", side.typical());
        json.put("trials", side.trials());
        return json;
    }

    private static Map<String, Object> change(Cell cell, ChangeText text) {
        var change = cell.change().orElseThrow();
        var json = new LinkedHashMap<String, Object>();
        json.put("scale", scale(change.scale()));
        json.putAll(bounds(change.harm(), text));
        json.put("method", change.method());
        return json;
    }

    /** Of a rule at the confidence at which this look decides. */
    private static Map<String, Object> bounds(Interval harm, ChangeText text) {
        var json = new LinkedHashMap<String, Object>();
        json.put("estimate", number(text.estimate()));
        json.put("low", number(text.low()));
        json.put("high", number(text.high()));
        json.put("confidence", number(harm.confidence()));
        return json;
    }

    private List<Map<String, Object>> byRun(Cell cell) {
        var runs = new ArrayList<Map<String, Object>>();
        cell.change()
                .ifPresent(change -> change.byRun().forEach((run, harms) -> {
                    var json = new LinkedHashMap<String, Object>();
                    json.put("run", view.comparison().runs().get(run).origin().runId());
                    json.put("blocks", harms.size());
                    json.put("estimate", ChangeText.value(cell.metric(), change.scale(), Change.estimate(harms)));
                    runs.add(json);
                }));
        return runs;
    }

    /** Null if all blocks are of one machine. */
    private static Optional<Map<String, Object>> byMachine(Cell cell, List<MachineEffects> effects) {
        return effects.stream()
                .filter(each -> each.cell().equals(cell))
                .findFirst()
                .map(each -> {
                    var json = new LinkedHashMap<String, Object>();
                    json.put(
                            "estimates",
                            each.estimates().stream()
                                    .map(harm -> estimate(cell, harm))
                                    .toList());
                    json.put("p", each.probability());
                    json.put("isBeyondNoise", each.isBeyondNoise());
                    return json;
                });
    }

    private static Object estimate(Cell cell, OptionalDouble harm) {
        return harm.isPresent()
                ? (Object) ChangeText.value(
                        cell.metric(), cell.change().orElseThrow().scale(), harm.getAsDouble())
                : Optional.empty();
    }

    private static Map<String, Object> probabilities(Change change) {
        var json = new LinkedHashMap<String, Object>();
        json.put("worse", number(change.probabilityOfWorse()));
        json.put("better", number(change.probabilityOfBetter()));
        return json;
    }

    private static Map<String, Object> rule(RuleResult rule) {
        var json = new LinkedHashMap<String, Object>();
        json.put("id", rule.id());
        json.put("kind", rule.rule().kind().key());
        json.put("outcome", rule.outcome().name());
        json.put(
                "change",
                rule.judgement().harm().flatMap(harm -> ChangeText.of(rule).map(text -> bounds(harm, text))));
        json.put("holm", rule.judgement().adjusted().map(ComparisonTable::number));
        json.put("bounds", rule.bounds());
        json.put("detectable95", rule.judgement().detectable().map(ComparisonTable::number));
        json.put("why", rule.judgement().why());
        return json;
    }

    static String scale(Change.Scale scale) {
        return scale == Change.Scale.LOG_RATIO ? "relative" : "difference";
    }

    /** JSON has no infinity. */
    private static Object number(double value) {
        return Double.isFinite(value) ? (Object) value : Optional.empty();
    }
}
