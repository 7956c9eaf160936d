package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.TimeSpent;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What turns cost and gained: where the time of the runs went, and how much less pairs vary than single trials. */
final class TurnNotes {
    private TurnNotes() {}

    /** Nothing for runs whose variants took no turns. */
    static Stream<String> of(ComparisonView view) {
        return Stream.concat(pairing(view), time(view));
    }

    private static Stream<String> pairing(ComparisonView view) {
        boolean tookTurns = view.comparison().runs().stream()
                .allMatch(run -> run.layout().design().turns().isPresent());
        if (!tookTurns || view.comparison().kind() != ComparisonKind.PAIRED) {
            return Stream.empty();
        }
        var gains = cells(view).stream()
                .flatMap(cell -> gain(view, cell))
                .distinct()
                .collect(Collectors.joining(" · "));
        return gains.isEmpty() ? Stream.empty() : Stream.of("pairs vary by (single trials by): " + gains);
    }

    /** Those of a gate's rules; a table without rules has too many, and is given the first metric. */
    private static List<Cell> cells(ComparisonView view) {
        return view.gate().isPresent()
                ? view.rules().stream().map(RuleResult::cell).toList()
                : view.headline().stream()
                        .filter(cell -> cell.metric() == RequestMetrics.GOODPUT)
                        .toList();
    }

    private static Stream<String> gain(ComparisonView view, Cell cell) {
        var pairs = cell.change().filter(change -> !change.isExact()).stream()
                .flatMapToDouble(change -> change.deviation().stream())
                .findFirst();
        var single = cell.deviationOfTrials();
        return pairs.isEmpty() || single.isEmpty()
                ? Stream.empty()
                : Stream.of(view.name(cell) + " " + Numbers.share(Math.expm1(pairs.getAsDouble())) + " ("
                        + Numbers.share(Math.expm1(single.getAsDouble())) + ")");
    }

    private static Stream<String> time(ComparisonView view) {
        var spent = view.comparison().runs().stream()
                .flatMap(run -> TimeSpent.of(run).stream())
                .reduce((one, other) -> new TimeSpent(
                        one.starts() + other.starts(),
                        one.warmUp() + other.warmUp(),
                        one.windows() + other.windows(),
                        one.rest() + other.rest()));
        return spent.stream()
                .map(time -> "time: " + seconds(time.all()) + ": starts " + seconds(time.starts()) + ", warm-up "
                        + seconds(time.warmUp()) + ", windows " + seconds(time.windows()) + ", lead-ins and the rest "
                        + seconds(time.rest()));
    }

    private static String seconds(double seconds) {
        return Numbers.count(seconds) + " s";
    }
}
