package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonNote;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.metric.Metric;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison for a terminal: header, table, detectable changes, and the gate's decision. */
public final class ComparisonTable {
    private final ComparisonView view;

    public ComparisonTable(ComparisonView view) {
        this.view = view;
    }

    /** A line per level in place of the table: lines without line ends. */
    List<String> overview(Page page) {
        var lines = head(page);
        var others = RampTable.METRICS.stream().skip(1).map(Metric::title).collect(Collectors.joining(", "));
        lines.add(page.line(Emphasis.FAINT, "goodput at each level; changes of " + others + " next to it"));
        lines.addAll(new RampTable(view).render(page));
        notes().forEach(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        return List.copyOf(lines);
    }

    private List<String> head(Page page) {
        var lines = new ArrayList<String>();
        new ComparisonHeader(view).lines().forEach(parts -> lines.addAll(page.joined(parts)));
        banner().forEach(text -> lines.addAll(page.wrapped(Emphasis.WARNING, text, 2)));
        lines.add("");
        return lines;
    }

    /** Lines without line ends. */
    public List<String> render(Page page) {
        var lines = head(page);
        lines.addAll(table(page));
        view.ofTrials().ifPresent(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        IntervalTitle.legend(view).ifPresent(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        if (view.isJudged()) {
            canSee().forEach(text -> lines.addAll(page.wrapped(Emphasis.NONE, text, 2)));
        }
        whys().forEach(text -> lines.addAll(page.wrapped(Emphasis.NONE, text, 2)));
        OppositeMedians.note(view).ifPresent(text -> lines.addAll(page.wrapped(Emphasis.NONE, text, 2)));
        cellNotes().forEach(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        notes().forEach(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        TurnNotes.of(view).forEach(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        view.gate()
                .ifPresent(gate -> lines.addAll(page.wrapped(
                        GateText.emphasis(gate.decision()), GateText.result(gate) + "  exit " + view.exitCode(), 2)));
        return List.copyOf(lines);
    }

    Stream<String> banner() {
        return switch (view.comparison().kind()) {
            // A build that is compared with itself by mistake passes: that belongs next to the verdict.
            case PAIRED -> view.comparison().notes(ComparisonNote.Kind.ONE_BUILD).map(ComparisonNote::text);
            case HISTORICAL ->
                Stream.of("HISTORICAL: results of different runs. The intervals describe; they do not judge, because"
                        + " whatever changed between the runs is in them.");
            case NO_BASE ->
                Stream.of("NO BASE: " + view.titles() + " was measured alone. Limits are judged; nothing is compared.");
            case FORCED ->
                Stream.concat(
                        Stream.of("NOT COMPARABLE: a table by force, without verdicts."),
                        view.comparison().notes(ComparisonNote.Kind.DIFFERENCE).map(ComparisonNote::text));
        };
    }

    private Stream<String> notes() {
        var inBanner = banner().toList();
        return Stream.concat(
                view.comparison().notes().stream().map(ComparisonNote::text).filter(note -> !inBanner.contains(note)),
                view.gate().stream().flatMap(gate -> gate.notes().stream()));
    }

    private List<String> table(Page page) {
        var gated = view.rules().stream().map(ComparisonRow::of).toList();
        var groups = new ArrayList<List<ComparisonRow>>();
        if (!gated.isEmpty()) {
            groups.add(gated);
        }
        groups.addAll(byLevel(view.headline(), view.verdictText()));
        if (groups.isEmpty()) {
            return List.of("no values for what was asked for");
        }
        var lines = new ArrayList<>(new Table<>(ComparisonRow.columns(view)).render(groups, page));
        if (!gated.isEmpty() && groups.size() > 1) {
            lines.add(gated.size() + 2, page.line(Emphasis.FAINT, "not gated")); // in the line between the two
        }
        return lines;
    }

    /** Next to a gate the other cells are one group. */
    private List<List<ComparisonRow>> byLevel(List<Cell> cells, VerdictText verdicts) {
        var groups = new LinkedHashMap<String, List<ComparisonRow>>();
        for (var cell : cells) {
            var key = view.gate().isPresent()
                    ? ""
                    : cell.variant() + "@" + cell.level().name();
            groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(ComparisonRow.of(cell, verdicts));
        }
        return List.copyOf(groups.values());
    }

    /** The largest detectable change of each metric, over levels. */
    private Stream<String> canSee() {
        var seen = Detectable.of(view);
        return seen.isEmpty()
                ? Stream.empty()
                : Stream.of("can see (power 95 %): "
                        + seen.entrySet().stream()
                                .map(each -> each.getKey() + " " + Numbers.share(each.getValue()))
                                .collect(Collectors.joining(" · ")));
    }

    /** The reasons for rule outcomes that the table does not fully show. */
    private Stream<String> whys() {
        return view.rules().stream()
                .filter(rule -> !rule.lacksBase()) // a note names them together
                .filter(rule ->
                        rule.outcome() != RuleOutcome.PASS || rule.judgement().verdict() == Verdict.SLIGHTLY_WORSE)
                .map(rule -> rule.id() + ": " + rule.judgement().why());
    }

    /** The notes on cells, each distinct text once with all cells that it applies to. */
    private Stream<String> cellNotes() {
        var about = new LinkedHashMap<String, List<String>>();
        for (var cell : view.headline()) {
            cell.notes().stream()
                    .filter(note -> cell.change().isEmpty() || view.gate().isEmpty())
                    .forEach(note -> about.computeIfAbsent(note, absent -> new ArrayList<>())
                            .add(view.name(cell)));
        }
        return about.entrySet().stream().map(each -> String.join(", ", each.getValue()) + ": " + each.getKey());
    }
}
