package dev.ralbench.gate;

import dev.ralbench.load.Level;
import java.util.List;

/** Where a rule is judged. */
public sealed interface LevelChoice {

    /** Once, by the figure of the whole run: a rule that names no levels. */
    record WholeRun() implements LevelChoice {}

    /** At every level that was measured. */
    record Every() implements LevelChoice {}

    /** At the level with the most users, or the highest rate. */
    record Highest() implements LevelChoice {}

    /** At these. */
    record Named(List<Level> levels) implements LevelChoice {
        public Named {
            levels = List.copyOf(levels);
        }
    }

    /** Its levels, given those that were measured. */
    default List<Level> of(List<Level> measured) {
        return switch (this) {
            case WholeRun whole -> List.of(Level.WHOLE_RUN);
            case Every every -> measured;
            case Highest highest -> highest(measured);
            case Named named -> named.levels();
        };
    }

    /** Of several that are as high the last one, which is the warmest. */
    private static List<Level> highest(List<Level> measured) {
        return measured.stream().reduce((most, next) -> next.size() >= most.size() ? next : most).stream()
                .toList();
    }
}
