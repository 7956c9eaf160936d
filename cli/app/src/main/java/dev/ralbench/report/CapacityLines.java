package dev.ralbench.report;

import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.Knee;
import dev.ralbench.result.LevelHolds;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results of a search for the most users, one line for each variant: for {@code -qq}. */
public final class CapacityLines {
    private CapacityLines() {}

    /**
     * Such as {@code mine: 256 users, goodput 980/s, p99 293 ms, errors 0 %; missed at 512: p99 586 ms}, or
     * {@code mine: none; missed at 8: p99 400 ms}. Empty if nothing was searched for.
     */
    public static List<String> of(RunResult run) {
        return run.layout().design().capacity().stream()
                .flatMap(search -> CapacityRow.of(new RunView(run), search.objective()).stream()
                        .map(row -> line(row, search.objective(), search.to())))
                .toList();
    }

    private static String line(CapacityRow row, Slo slo, int searchedTo) {
        var kept = row.median().kept().map(level -> " users, " + kept(level, slo));
        var about = row.interval().users().isPresent() ? "; about " + CapacityRow.estimate(row.interval()) : "";
        return row.label() + ": " + row.users() + kept.orElse("") + "; " + fromThere(row.median(), slo, searchedTo)
                + about;
    }

    private static String fromThere(Knee knee, Slo slo, int searchedTo) {
        var parts = Stream.concat(
                        knee.unclear().map(level -> "not shown from " + level.users() + " on").stream(),
                        knee.missed().map(level -> "missed at " + level.users() + ": " + missed(level, slo)).stream())
                .collect(Collectors.joining("; "));
        var ending = knee.users() >= searchedTo ? "not missed up to " + searchedTo : "ended before";
        return parts.isEmpty() ? ending : parts;
    }

    private static String kept(LevelHolds level, Slo slo) {
        var goodput = RequestMetrics.GOODPUT.title() + " "
                + Numbers.of(RequestMetrics.GOODPUT, RequestMetrics.GOODPUT.of(level.window()));
        return Stream.concat(
                        Stream.of(goodput),
                        CapacityRow.readings(level, slo).stream().map(CapacityLines::named))
                .collect(Collectors.joining(", "));
    }

    private static String missed(LevelHolds level, Slo slo) {
        var broken = CapacityRow.readings(level, slo).stream()
                .filter(reading -> reading.judgement() == Slo.Judgement.MISSED)
                .map(CapacityLines::named)
                .collect(Collectors.joining(", "));
        return broken.isEmpty() ? "no request succeeded" : broken;
    }

    private static String named(Slo.Reading reading) {
        return reading.limit().metric().title() + " " + CapacityRow.text(reading);
    }
}
