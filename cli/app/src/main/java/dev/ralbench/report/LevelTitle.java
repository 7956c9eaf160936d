package dev.ralbench.report;

import dev.ralbench.load.Level;
import java.util.Collection;

/** The title of the column with level names: by users, by rates, or by both. */
public final class LevelTitle {
    private LevelTitle() {}

    static String of(RunView view) {
        return of(view.levels());
    }

    /** Such as {@code closed model}. */
    public static String models(Collection<Level> levels) {
        return switch (of(levels)) {
            case "rate" -> "open model";
            case "load" -> "closed and open model";
            default -> "closed model";
        };
    }

    /** Such as {@code users}. */
    public static String of(Collection<Level> levels) {
        long rates = levels.stream().filter(Level::isRate).count();
        return rates == 0 ? "users" : rates == levels.size() ? "rate" : "load";
    }
}
