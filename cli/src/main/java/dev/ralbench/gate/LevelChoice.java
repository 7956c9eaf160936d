package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import java.util.List;

/** Where a rule is judged. */
public sealed interface LevelChoice {

    /** Once, by the figure of the whole run: a rule that names no levels. */
    record WholeRun() implements LevelChoice {}

    /** At every level that was measured. */
    record Every() implements LevelChoice {}

    /** At these, as tables name them. */
    record Named(List<String> levels) implements LevelChoice {
        public Named {
            levels = List.copyOf(levels);
        }
    }

    /** The names of its levels, given those that were measured. */
    default List<String> of(List<String> measured) {
        return switch (this) {
            case WholeRun whole -> List.of(Cell.WHOLE_RUN);
            case Every every -> measured;
            case Named named -> named.levels();
        };
    }
}
