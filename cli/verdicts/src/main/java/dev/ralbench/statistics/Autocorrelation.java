package dev.ralbench.statistics;

import java.util.List;
import java.util.Optional;

/** How much a value tells about the next one. */
public final class Autocorrelation {
    private Autocorrelation() {}

    /**
     * At lag 1: sum of (x_i - mean)(x_(i+1) - mean) over sum of (x_i - mean)^2. For independent values it lies within 2
     * / sqrt(n) of 0 nineteen times of twenty.
     *
     * @param values in their order, at least two
     * @return -1 to 1; 0 if all are equal
     */
    public static double lag1(double... values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("autocorrelation of fewer than two values");
        }
        double[] deviations = Sample.shifted(-Mean.of(values), values);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < deviations.length; i++) {
            squares += deviations[i] * deviations[i];
            products += i == 0 ? 0 : deviations[i - 1] * deviations[i];
        }
        return squares == 0 ? 0 : products / squares;
    }

    /**
     * Estimate of many runs: the mean of {@link #lag1} over the runs, each with 1 / n added, because -1 / n is what
     * independent values have on average.
     *
     * @param runs at least one, each with at least two values
     * @return empty if it lies within 2 / sqrt(all values) of 0, as that of independent values does
     */
    public static Optional<Double> shownBy(List<double[]> runs) {
        double sum = 0;
        int values = 0;
        for (double[] run : runs) {
            sum += lag1(run) + 1.0 / run.length;
            values += run.length;
        }
        double mean = sum / runs.size();
        return Math.abs(mean) <= 2 / Math.sqrt(values) ? Optional.empty() : Optional.of(mean);
    }
}
