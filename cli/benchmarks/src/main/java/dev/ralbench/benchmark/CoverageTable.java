package dev.ralbench.benchmark;

import dev.ralbench.testing.DependentSlots;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How often a level exactly at its limit is called met or missed, by requests that depend on each other: simulated. */
final class CoverageTable {
    private static final int DRAWS = 20_000;

    private record Row(String name, DependentSlots slots) {}

    private CoverageTable() {}

    public static void main(String[] arguments) {
        int draws = arguments.length > 0 ? Integer.parseInt(arguments[0]) : DRAWS;
        var table = new TextTable(
                "slots", "limit", "requests in 250 ms", "design effect", "neighbours", "met", "missed", "held twice");
        rows().forEach(row -> {
            var called = row.slots.called(draws, 1);
            table.add(List.of(
                    row.name,
                    "p" + Math.round(100 * (1 - row.slots.share())),
                    Integer.toString(row.slots.requests()),
                    String.format(Locale.ROOT, "%.1f", 1 + (row.slots.requests() - 1) * row.slots.intraclass()),
                    String.format(Locale.ROOT, "%.1f", row.slots.autocorrelation()),
                    percent(called.met()),
                    percent(called.missed()),
                    percent(called.secondHolds())));
        });
        table.lines().forEach(System.out::println);
    }

    private static Stream<Row> rows() {
        return Stream.of(
                        rows("as in the recorded self-test", 0.5, 0.01, 0.02),
                        rows("neighbours less alike", 0.3, 0.01, 0.02),
                        rows("neighbours not alike", 0, 0.01, 0.02),
                        rows("hardly dependent", 0.3, 0.001, 0.001),
                        rows("a machine with other work", 0.5, 0.1, 0.13))
                .flatMap(rows -> rows);
    }

    private static Stream<Row> rows(String name, double autocorrelation, double ofP99, double ofP90) {
        return Stream.of(250, 700)
                .flatMap(requests -> Stream.of(
                        new Row(name, new DependentSlots(0.01, ofP99, autocorrelation, requests)),
                        new Row(name, new DependentSlots(0.1, ofP90, autocorrelation, requests))));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
