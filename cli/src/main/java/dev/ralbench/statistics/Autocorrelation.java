package dev.ralbench.statistics;

/** How much a value tells about the next one. */
public final class Autocorrelation {
    private Autocorrelation() {}

    /**
     * At lag 1: sum of (x_i - mean)(x_(i+1) - mean) over sum of (x_i - mean)^2. For independent values it lies within 2 /
     * sqrt(n) of 0 nineteen times of twenty.
     *
     * @param values in their order, at least two
     * @return -1 to 1; 0 where all are equal
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
}
