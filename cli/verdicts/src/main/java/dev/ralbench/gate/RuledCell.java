package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Side;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rule and one of the cells that it is about; a cell without values if the comparison has none. */
record RuledCell<R extends Rule>(R rule, Cell cell) {
    private record RuleKey(Metric metric, Level level, String variant) {}

    /** Finds the cells of rules. */
    static final class Finder {
        private final Map<RuleKey, Cell> cells = new HashMap<>();
        private final List<String> variants;
        private final List<Level> levels;

        /** Looks in the cells of a comparison, those of some of its variants only. */
        Finder(Comparison comparison, List<String> variants) {
            this.variants = variants;
            this.levels = comparison.levels();
            comparison
                    .cells()
                    .forEach(cell -> cells.put(new RuleKey(cell.metric(), cell.level(), cell.variant()), cell));
        }

        /**
         * One cell for each variant and level, in this order; a cell without values if there are no levels at all.
         */
        <R extends Rule> List<RuledCell<R>> of(R rule) {
            return of(rule.metric(), rule.levels()).stream()
                    .map(cell -> new RuledCell<>(rule, cell))
                    .toList();
        }

        /** The cells of a metric, one for each variant and level. */
        List<Cell> of(Metric metric, LevelChoice choice) {
            var found = new ArrayList<Cell>();
            var chosen = choice.of(levels);
            for (var variant : variants) {
                for (var level : chosen.isEmpty() ? List.of(Level.none()) : chosen) {
                    found.add(cells.computeIfAbsent(new RuleKey(metric, level, variant), Finder::empty));
                }
            }
            return found;
        }

        private static Cell empty(RuleKey key) {
            return new Cell(
                    key.metric(), key.level(), key.variant(), Side.empty(), Side.empty(), Optional.empty(), List.of());
        }
    }
}
