package dev.ralbench.compare;

import dev.ralbench.statistics.BenjaminiHochberg;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The verdicts of a table without rules. All of its cells are one family: Benjamini and Hochberg's procedure picks
 * those that are better or worse, and those that are not materially worse, each at 5 %, so that about one of twenty
 * words is wrong. The interval next to a word has to say the same. They decide no build.
 */
public final class CellVerdicts {
    private static final double FALSE_SHARE = 0.05;

    private final Map<Cell, Verdict> verdicts = new HashMap<>();

    private CellVerdicts() {}

    /**
     * The verdicts on the cells of one comparison. Only a paired comparison is judged, because its trials were
     * randomised.
     */
    public static CellVerdicts of(ComparisonKind kind, List<Cell> family) {
        var verdicts = new CellVerdicts();
        if (kind == ComparisonKind.PAIRED) {
            verdicts.judge(family);
        }
        return verdicts;
    }

    private void judge(List<Cell> family) {
        var tested = family.stream()
                .filter(cell -> !cell.isUnranked())
                .filter(CellVerdicts::isTested)
                .toList();
        double[] differs = BenjaminiHochberg.adjusted(
                tested.stream().mapToDouble(CellVerdicts::differs).toArray());
        double[] tolerable = BenjaminiHochberg.adjusted(
                tested.stream().mapToDouble(CellVerdicts::tolerable).toArray());
        for (int i = 0; i < tested.size(); i++) {
            verdicts.put(tested.get(i), verdict(tested.get(i), differs[i] <= FALSE_SHARE, tolerable[i] <= FALSE_SHARE));
        }
        family.stream().filter(CellVerdicts::isExact).forEach(cell -> verdicts.put(cell, exact(cell)));
    }

    /** The verdict on a cell; {@link Verdict#NONE} of one that is none of the family. */
    public Verdict of(Cell cell) {
        return verdicts.getOrDefault(cell, Verdict.NONE);
    }

    private static boolean isExact(Cell cell) {
        return cell.change().filter(Change::isExact).isPresent();
    }

    /** Whether the cell has a p value and an interval; with too few blocks it has none, and gets no verdict. */
    private static boolean isTested(Cell cell) {
        return cell.change()
                .filter(change -> !change.isExact() && Double.isFinite(change.probabilityOfWorse()))
                .filter(change -> Double.isFinite(change.harm().low())
                        || Double.isFinite(change.harm().high()))
                .isPresent();
    }

    private static double differs(Cell cell) {
        var change = change(cell);
        return Math.min(1, 2 * Math.min(change.probabilityOfWorse(), change.probabilityOfBetter()));
    }

    private static double tolerable(Cell cell) {
        return change(cell).probabilityOfAtLeast(material(cell));
    }

    private static Verdict verdict(Cell cell, boolean differs, boolean isTolerable) {
        var harm = change(cell).harm();
        boolean isTolerated = isTolerable && harm.high() < material(cell) && !cell.servedNothing();
        if (differs && harm.low() > 0) {
            return isTolerated ? Verdict.SLIGHTLY_WORSE : Verdict.WORSE;
        }
        if (differs && harm.high() < 0) {
            return Verdict.BETTER;
        }
        return isTolerated ? Verdict.NO_WORSE : Verdict.INCONCLUSIVE;
    }

    /** A count without noise has changed if it is beyond the slack. */
    private static Verdict exact(Cell cell) {
        double harm = change(cell).harm().estimate();
        double slack = cell.metric().comparison().slack();
        if (Math.abs(harm) <= slack + Change.ROUNDING) {
            return Verdict.NO_WORSE;
        }
        return harm > 0 ? Verdict.WORSE : Verdict.BETTER;
    }

    private static double material(Cell cell) {
        return change(cell).scale().materialHarm(cell.metric());
    }

    private static Change change(Cell cell) {
        return cell.change().orElseThrow();
    }
}
