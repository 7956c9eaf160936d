package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import java.util.List;

/** Where a rule is judged. */
public sealed interface LevelChoice {

    /** Once, by the figure of the whole run: a rule that names no levels. */
    record WholeRun() implements LevelChoice {}

    /** At every level that was measured. */
    record Every() implements LevelChoice {}

    /** At the level with the most users, or the highest rate. */
    record Highest() implements LevelChoice {}

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
            case Highest highest -> highest(measured);
            case Named named -> named.levels();
        };
    }

    /** By the number that its name begins with; of several the last one, which is the warmest. */
    private static List<String> highest(List<String> measured) {
        return measured.stream().reduce((most, next) -> size(next) >= size(most) ? next : most).stream()
                .toList();
    }

    private static double size(String level) {
        var number = level.replaceAll("^(\\d+(?:\\.\\d+)?).*$", "$1");
        return number.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(number) : 0;
    }
}
