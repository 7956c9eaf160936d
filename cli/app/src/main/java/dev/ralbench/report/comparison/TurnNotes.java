package dev.ralbench.report.comparison;

import dev.ralbench.Boxed;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.WindowsPerStart;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.TimeSpent;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What turns cost and gained: where the time of the runs went, and how much less pairs vary than single trials. */
final class TurnNotes {
    /** Less is within what four windows of six starts can tell. */
    private static final double WORTH_SAYING = 0.15;

    private TurnNotes() {}

    /** Nothing for runs whose variants took no turns. */
    static Stream<String> of(ComparisonTable table) {
        var view = table.view();
        return Stream.of(pairing(table), time(view), windows(view)).flatMap(lines -> lines);
    }

    /** The advice on the rule whose pairs vary most: others would have more windows than they need. */
    private static Stream<String> windows(ComparisonView view) {
        return view.rules().stream()
                .map(RuleResult::cell)
                .filter(cell ->
                        cell.change().filter(change -> !change.isExact()).isPresent())
                .sorted(Comparator.comparingDouble(TurnNotes::deviation).reversed())
                .flatMap(cell -> WindowsPerStart.of(view.comparison(), cell).stream()
                        .map(windows -> windows(view.name(cell), windows)))
                .limit(1)
                .filter(line -> !line.isEmpty());
    }

    private static double deviation(Cell cell) {
        return cell.change().flatMap(change -> Boxed.of(change.deviation())).orElse(0.0);
    }

    private static String windows(String name, WindowsPerStart windows) {
        return windows.saved() < WORTH_SAYING
                ? ""
                : "windows per start: " + windows.best() + " in place of " + windows.now() + " would take "
                        + Numbers.share(windows.saved()) + " less time to be as sure of " + name
                        + ", whose pairs vary by "
                        + Numbers.share(Math.expm1(windows.betweenStarts())) + " from start to start and by "
                        + Numbers.share(Math.expm1(windows.betweenWindows()))
                        + " from window to window (a start costs " + seconds(windows.startSeconds())
                        + ", one window of each "
                        + Numbers.millis(windows.windowSeconds() * 1e3) + ")";
    }

    private static Stream<String> pairing(ComparisonTable table) {
        var view = table.view();
        boolean tookTurns = view.comparison().runs().stream()
                .allMatch(run -> run.layout().design().turns().isPresent());
        if (!tookTurns || view.comparison().kind() != ComparisonKind.PAIRED) {
            return Stream.empty();
        }
        var gains = cells(table).stream()
                .flatMap(cell -> gain(view, cell))
                .distinct()
                .collect(Collectors.joining(" · "));
        return gains.isEmpty() ? Stream.empty() : Stream.of("pairs vary by (single trials by): " + gains);
    }

    /** Those of a gate's rules; a table without rules has too many, and is given the first metric. */
    private static List<Cell> cells(ComparisonTable table) {
        return table.view().gate().isPresent()
                ? table.ruled().stream().map(ComparisonRow::cell).toList()
                : table.headline().stream()
                        .map(ComparisonRow::cell)
                        .filter(cell -> cell.metric().equals(RequestMetrics.GOODPUT))
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
