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

    /** The level in the name of a class of tests: dots and slashes would be packages and directories to those who read it. */
    public static String ofTests(Level level) {
        var kind = switch (level.kind()) {
            case USERS -> "users";
            case RATE -> "rate";
            case RAMP_TO_USERS, RAMP_TO_RATE, WHOLE_RUN, NONE -> "";
        };
        return kind + level.name().replaceAll("[ ./]", "-");
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
