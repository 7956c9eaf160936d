package dev.ralbench.report;

import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.ScenarioLimitJudge.LimitResult;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of a scenario's limits: kept ones in one line, each other one with its reason. */
public final class LimitLines {
    private LimitLines() {}

    /** Lines without line ends; none without limits. */
    public static List<String> render(List<LimitResult> results, Page page) {
        var lines = notes(results).stream()
                .flatMap(note -> note.kind() == Note.Kind.KEPT_LIMITS
                        ? Stream.of(page.line(Emphasis.NONE, note.text()))
                        : note.lines(page).stream())
                .toList();
        return lines.isEmpty()
                ? lines
                : Stream.concat(Stream.of(""), lines.stream()).toList();
    }

    static List<Note> notes(List<LimitResult> results) {
        var notes = new ArrayList<Note>();
        for (var result : results) {
            switch (result.outcome()) {
                case PASS -> {}
                case FAIL -> notes.add(new Note(Note.Kind.BROKEN_LIMIT, "broken: " + text(result)));
                case INCONCLUSIVE, NO_DATA, ACCEPTED, NOT_JUDGED, NO_BASE ->
                    notes.add(new Note(Note.Kind.UNDECIDED_LIMIT, "not shown: " + text(result)));
            }
        }
        if (!results.isEmpty()) {
            long kept = results.stream()
                    .filter(result -> result.outcome() == RuleOutcome.PASS)
                    .count();
            var limits = results.stream()
                    .map(result -> result.limit().key())
                    .distinct()
                    .collect(Collectors.joining(", "));
            notes.add(new Note(
                    Note.Kind.KEPT_LIMITS, "limits kept: " + kept + " of " + results.size() + " (" + limits + ")"));
        }
        return notes;
    }

    private static String text(LimitResult result) {
        return result.variant() + " at " + result.place() + ": "
                + result.limit().metric().key() + " " + result.limit().words() + "; " + result.why();
    }
}
