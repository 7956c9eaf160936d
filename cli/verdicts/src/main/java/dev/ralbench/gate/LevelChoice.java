package dev.ralbench.gate;

import dev.ralbench.load.Level;
import java.util.List;

/** The levels at which a rule is judged. */
public sealed interface LevelChoice {

    /** Once, by the figure of the whole run: a rule that names no levels. */
    record WholeRun() implements LevelChoice {}

    /** Every level that was measured. */
    record Every() implements LevelChoice {}

    /** The level with the most users, or the highest rate. */
    record Highest() implements LevelChoice {}

    /** The levels that the rule lists. */
    record NamedLevels(List<Level> levels) implements LevelChoice {
        public NamedLevels {
            levels = List.copyOf(levels);
        }
    }

    /** Picks the levels of the rule from the measured ones. */
    default List<Level> of(List<Level> measured) {
        return switch (this) {
            case WholeRun whole -> List.of(Level.WHOLE_RUN);
            case Every every -> measured;
            case Highest highest -> highest(measured);
            case NamedLevels named -> named.levels();
        };
    }

    /** The highest level; if several are equally high, the last one, because the target is warmest there. */
    private static List<Level> highest(List<Level> measured) {
        return measured.stream().reduce((most, next) -> next.size() >= most.size() ? next : most).stream()
                .toList();
    }
}
