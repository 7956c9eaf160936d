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
        return switch (model(levels)) {
            case CLOSED -> "closed model";
            case OPEN -> "open model";
            case BOTH -> "closed and open model";
        };
    }

    /** Such as {@code users}. */
    public static String of(Collection<Level> levels) {
        return switch (model(levels)) {
            case CLOSED -> "users";
            case OPEN -> "rate";
            case BOTH -> "load";
        };
    }

    private enum Model {
        CLOSED,
        OPEN,
        BOTH,
    }

    private static Model model(Collection<Level> levels) {
        long rates = levels.stream().filter(Level::isRate).count();
        return rates == 0 ? Model.CLOSED : rates == levels.size() ? Model.OPEN : Model.BOTH;
    }
}
