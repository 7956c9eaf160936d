package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Deviation;

/**
 * How much the pairs of identical builds differ in one metric at one level.
 *
 * @param sd of a pair's harm
 * @param most upper limit of the true deviation, as a few pairs show it
 */
record CellNoise(Metric metric, Level level, double sd, double most) {
    private static final double CONFIDENCE = 0.8;

    /** @param cell with a difference in at least two blocks */
    static CellNoise of(Cell cell) {
        double[] harms = cell.harms().stream().mapToDouble(Double::doubleValue).toArray();
        return new CellNoise(cell.metric(), cell.level(), Deviation.of(harms), Deviation.upperLimit(CONFIDENCE, harms));
    }

    /** The rule that it would be about, such as {@code goodput@64}. */
    String id() {
        return Cell.id(metric, level);
    }
}
