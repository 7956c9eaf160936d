package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.ComparisonNote;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.ChangeText;
import dev.ralbench.report.Note;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The remarks around the table of a comparison, for all reports: a producer for each kind, in the order of a terminal. */
final class ComparisonNotes {
    private final ComparisonTable table;
    private final ComparisonView view;
    private final List<Note> all;

    ComparisonNotes(ComparisonTable table) {
        this.table = table;
        this.view = table.view();
        this.all = Stream.of(
                        of(Note.Kind.BANNER, banner()),
                        of(Note.Kind.VALUES, values()),
                        of(Note.Kind.INTERVALS, intervals()),
                        of(Note.Kind.DETECTABLE, detectable()),
                        of(Note.Kind.RULE, rules()),
                        of(Note.Kind.OPPOSITE_MEDIANS, oppositeMedians(cells(), view::name).stream()),
                        of(Note.Kind.CELLS, ofCells()),
                        of(Note.Kind.COMPARISON, ofComparison()),
                        of(Note.Kind.GATE, view.gate().stream().flatMap(gate -> gate.notes().stream())),
                        of(Note.Kind.TURNS, TurnNotes.of(table)))
                .flatMap(notes -> notes)
                .toList();
    }

    private static Stream<Note> of(Note.Kind kind, Stream<String> texts) {
        return texts.map(text -> new Note(kind, text));
    }

    /** Those of some kinds. */
    List<Note> of(Note.Kind... kinds) {
        var wanted = Set.of(kinds);
        return all.stream().filter(note -> wanted.contains(note.kind())).toList();
    }

    /** All that stand below the table. */
    List<Note> below() {
        return all.stream().filter(note -> note.kind() != Note.Kind.BANNER).toList();
    }

    private Stream<String> banner() {
        var own = ofComparison(note -> inBanner().contains(note.kind()));
        return switch (view.comparison().kind()) {
            case PAIRED -> own;
            case HISTORICAL ->
                Stream.of("HISTORICAL: results of different runs. The intervals describe; they do not judge, because"
                        + " whatever changed between the runs is in them.");
            case NO_BASE ->
                Stream.of("NO BASE: " + view.titles() + " was measured alone. Limits are judged; nothing is compared.");
            case FORCED -> Stream.concat(Stream.of("NOT COMPARABLE: a table by force, without verdicts."), own);
        };
    }

    /** A build that is compared with itself by mistake passes, and forced tables look like any other. */
    private Set<ComparisonNote.Kind> inBanner() {
        return switch (view.comparison().kind()) {
            case PAIRED -> EnumSet.of(ComparisonNote.Kind.ONE_BUILD);
            case FORCED -> EnumSet.of(ComparisonNote.Kind.DIFFERENCE);
            case HISTORICAL, NO_BASE -> EnumSet.noneOf(ComparisonNote.Kind.class);
        };
    }

    private Stream<String> ofComparison() {
        return ofComparison(note -> !inBanner().contains(note.kind()));
    }

    private Stream<String> ofComparison(Predicate<ComparisonNote> isMeant) {
        return view.comparison().notes().stream().filter(isMeant).map(ComparisonNote::text);
    }

    private List<Cell> cells() {
        return table.shown().stream().map(ComparisonRow::cell).distinct().toList();
    }

    /** What stands for the trials of a side, because the report of a run has another figure. */
    private Stream<String> values() {
        return cells().stream().anyMatch(cell -> cell.head().trials().size() > 1)
                ? Stream.of("values: medians over the trials; ralbench report merges the trials' response times")
                : Stream.empty();
    }

    /** Nothing if no interval is shown, or if the results are of different variants, which the banner explains. */
    private Stream<String> intervals() {
        boolean isNeeded =
                table.shown().stream().flatMap(row -> row.change().stream()).anyMatch(ChangeText::hasInterval);
        if (!isNeeded) {
            return Stream.empty();
        }
        var ofRules = intervalsOfRules();
        var ofCells = intervalsOfCells().map(text -> ofRules.isEmpty() ? text : "others " + text);
        var both = Stream.concat(ofRules.stream(), ofCells.stream()).collect(Collectors.joining("; "));
        return both.isEmpty() ? Stream.empty() : Stream.of(both);
    }

    private Optional<String> intervalsOfRules() {
        return view.gate()
                .filter(gate -> gate.confidence().look().passAlpha() > 0
                        && gate.rules().stream()
                                .anyMatch(rule -> rule.judgement().harm().isPresent()))
                .map(gate -> "intervals of rules: "
                        + Numbers.plainPercent(1 - 2 * gate.confidence().look().passAlpha())
                        + ", as this look decides");
    }

    private Optional<String> intervalsOfCells() {
        var scope = view.intervalScope();
        var comparison = view.comparison();
        return switch (comparison.reach()) {
            case THIS_RUN ->
                Optional.of(scope + ": the next run may differ by more. Compare several runs to see by how much.");
            case THESE_RUNS ->
                comparison.kind() == ComparisonKind.PAIRED
                        ? Optional.of(scope + ": from three runs on, the spread between runs is part of the interval.")
                        : Optional.empty();
            case RUNS ->
                Optional.of(
                        scope + ": the spread between the " + comparison.runs().size() + " runs is part of it.");
        };
    }

    private Stream<String> detectable() {
        var seen = table.detectable();
        return !view.isJudged() || seen.isEmpty()
                ? Stream.empty()
                : Stream.of("can see (power 95 %): "
                        + seen.entrySet().stream()
                                .map(each -> each.getKey() + " " + Numbers.share(each.getValue()))
                                .collect(Collectors.joining(" · ")));
    }

    /** The reasons for rule outcomes that the table does not fully show. */
    private Stream<String> rules() {
        return view.rules().stream()
                .filter(rule -> !rule.lacksBase()) // a note names them together
                .filter(rule ->
                        rule.outcome() != RuleOutcome.PASS || rule.judgement().verdict() == Verdict.SLIGHTLY_WORSE)
                .map(rule -> rule.id() + ": " + rule.judgement().why());
    }

    /**
     * Cells whose two medians, as printed, differ in one direction while the change goes in the other. Both are right: a
     * change is estimated from differences within blocks, and the typical difference need not be that of the typical
     * values.
     *
     * @param shown cells of a table
     * @param name a cell's name in the table
     */
    static Optional<String> oppositeMedians(List<Cell> shown, Function<Cell, String> name) {
        var opposite = shown.stream()
                .filter(cell -> ChangeText.of(cell)
                        .filter(change -> isOpposite(cell, change))
                        .isPresent())
                .toList();
        if (opposite.isEmpty()) {
            return Optional.empty();
        }
        boolean inBlocks = opposite.stream()
                .flatMap(cell -> cell.change().stream())
                .map(Change::perBlock)
                .noneMatch(List::isEmpty);
        return Optional.of(opposite.stream().map(name).collect(Collectors.joining(", "))
                + ": the two medians differ the other way; a change is the typical difference "
                + (inBlocks ? "within a block" : "of two trials"));
    }

    private static boolean isOpposite(Cell cell, ChangeText change) {
        var base = cell.base().typical();
        var head = cell.head().typical();
        if (base.isEmpty() || head.isEmpty() || isPrintedAsNone(cell, change)) {
            return false;
        }
        return change.estimate() * (head.getAsDouble() - base.getAsDouble()) < 0;
    }

    /** Whether the printed values look the same, so that they cannot contradict the estimate. */
    private static boolean isPrintedAsNone(Cell cell, ChangeText change) {
        var base = Numbers.of(cell.metric(), cell.base().typical());
        var head = Numbers.of(cell.metric(), cell.head().typical());
        return base.equals(head) || change.estimateText().equals(change.text(0));
    }

    /** Each distinct text once with all cells that it applies to. */
    private Stream<String> ofCells() {
        var about = new LinkedHashMap<String, List<String>>();
        for (var row : table.headline()) {
            row.cell().notes().stream()
                    .filter(note -> row.cell().change().isEmpty() || view.gate().isEmpty())
                    .forEach(note -> about.computeIfAbsent(note, absent -> new ArrayList<>())
                            .add(row.name()));
        }
        return about.entrySet().stream().map(each -> String.join(", ", each.getValue()) + ": " + each.getKey());
    }
}
