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

/** Finds the cells that rules are about. */
final class CellFinder {
    private final Map<CellKey, Cell> cells = new HashMap<>();
    private final List<String> variants;
    private final List<Level> levels;

    private record CellKey(Metric metric, Level level, String variant) {}

    /** Looks in the cells of a comparison, those of some of its variants only. */
    CellFinder(Comparison comparison, List<String> variants) {
        this.variants = variants;
        this.levels = comparison.levels();
        comparison.cells().forEach(cell -> cells.put(new CellKey(cell.metric(), cell.level(), cell.variant()), cell));
    }

    /**
     * The cells of a metric, one for each variant and level, in this order; one without values for what the comparison has
     * no cell of, and if there are no levels at all.
     */
    List<Cell> of(Metric metric, LevelChoice choice) {
        var found = new ArrayList<Cell>();
        var chosen = choice.of(levels);
        for (var variant : variants) {
            for (var level : chosen.isEmpty() ? List.of(Level.none()) : chosen) {
                found.add(cells.computeIfAbsent(new CellKey(metric, level, variant), CellFinder::empty));
            }
        }
        return found;
    }

    private static Cell empty(CellKey key) {
        return new Cell(
                key.metric(), key.level(), key.variant(), Side.empty(), Side.empty(), Optional.empty(), List.of());
    }
}
