package dev.ralbench.statistics;

import java.util.List;

/**
 * What steps and trends leave over, and how much neighbouring runs correlate in it.
 *
 * @param series one for each of the table, NaN for a run without a value; not needed if nothing correlates
 */
record LeftOver(List<double[]> series, SerialCorrelation correlation) {
    static final LeftOver INDEPENDENT = new LeftOver(List.of(), SerialCorrelation.NONE);

    LeftOver {
        series = List.copyOf(series);
    }

    boolean isIndependent() {
        return correlation.lag1() == 0;
    }
}
