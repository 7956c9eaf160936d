package dev.ralbench.report;

import dev.ralbench.compare.Cell;
import dev.ralbench.measurement.Levels;
import java.util.List;
import java.util.stream.IntStream;

/** What the column with the names of levels is called: by users, by rates, or by both. */
final class LevelTitle {
    private LevelTitle() {}

    static String of(RunView view) {
        var levels = view.levels();
        return ofNames(IntStream.range(0, levels.size())
                .mapToObj(i -> Levels.name(levels, i))
                .toList());
    }

    static String of(ComparisonView view) {
        return ofNames(names(view));
    }

    /** Such as {@code closed model}. */
    static String models(ComparisonView view) {
        return switch (ofNames(names(view))) {
            case "rate" -> "open model";
            case "load" -> "closed and open model";
            default -> "closed model";
        };
    }

    private static List<String> names(ComparisonView view) {
        return view.comparison().levels().stream()
                .filter(level -> !level.equals(Cell.WHOLE_RUN))
                .toList();
    }

    static String ofNames(List<String> names) {
        long rates = names.stream().filter(Levels::isRate).count();
        return rates == 0 ? "users" : rates == names.size() ? "rate" : "load";
    }
}
