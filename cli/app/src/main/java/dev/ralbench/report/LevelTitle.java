package dev.ralbench.report;

import dev.ralbench.load.Level;
import java.util.Collection;

/** What the column with the names of levels is called: by users, by rates, or by both. */
final class LevelTitle {
    private LevelTitle() {}

    static String of(RunView view) {
        return of(view.levels());
    }

    static String of(ComparisonView view) {
        return of(view.comparison().levels());
    }

    /** Such as {@code closed model}. */
    static String models(ComparisonView view) {
        return switch (of(view.comparison().levels())) {
            case "rate" -> "open model";
            case "load" -> "closed and open model";
            default -> "closed model";
        };
    }

    static String of(Collection<Level> levels) {
        long rates = levels.stream().filter(Level::isRate).count();
        return rates == 0 ? "users" : rates == levels.size() ? "rate" : "load";
    }
}
