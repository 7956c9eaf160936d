package dev.ralbench.compare;

import dev.ralbench.statistics.BenjaminiHochberg;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which cells of a big table deserve the word worse or better: those that Benjamini and Hochberg's procedure picks at
 * 5 %, so that about one of twenty words is a false alarm. They never gate.
 */
public final class Discoveries {
    private static final double FALSE_SHARE = 0.05;

    private final Set<Cell> worse = new HashSet<>();
    private final Set<Cell> better = new HashSet<>();

    private Discoveries() {}

    /** Among the cells that have a test; all of them are one family. */
    public static Discoveries among(List<Cell> cells) {
        var discoveries = new Discoveries();
        var tested = cells.stream().filter(Discoveries::isTested).toList();
        double[] adjusted = BenjaminiHochberg.adjusted(
                tested.stream().mapToDouble(Discoveries::twoSided).toArray());
        for (int i = 0; i < adjusted.length; i++) {
            if (adjusted[i] <= FALSE_SHARE) {
                discoveries.add(tested.get(i));
            }
        }
        return discoveries;
    }

    private void add(Cell cell) {
        var change = cell.change().orElseThrow();
        (change.probabilityOfWorse() < change.probabilityOfBetter() ? worse : better).add(cell);
    }

    public boolean isWorse(Cell cell) {
        return worse.contains(cell);
    }

    public boolean isBetter(Cell cell) {
        return better.contains(cell);
    }

    private static boolean isTested(Cell cell) {
        return cell.change()
                .filter(change -> Double.isFinite(change.probabilityOfWorse()))
                .isPresent();
    }

    private static double twoSided(Cell cell) {
        var change = cell.change().orElseThrow();
        return Math.min(1, 2 * Math.min(change.probabilityOfWorse(), change.probabilityOfBetter()));
    }
}
