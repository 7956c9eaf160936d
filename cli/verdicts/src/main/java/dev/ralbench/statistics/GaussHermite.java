package dev.ralbench.statistics;

import java.util.function.DoubleUnaryOperator;

/** Gauss-Hermite quadrature of a standard normal variable with five nodes (Abramowitz and Stegun 1964, 25.4.46). */
final class GaussHermite {
    private static final double INNER = Math.sqrt(5 - Math.sqrt(10));

    private static final double OUTER = Math.sqrt(5 + Math.sqrt(10));
    private static final double INNER_WEIGHT = (7 + 2 * Math.sqrt(10)) / 60;
    private static final double OUTER_WEIGHT = (7 - 2 * Math.sqrt(10)) / 60;
    private static final double[] NODES = {-OUTER, -INNER, 0, INNER, OUTER};
    private static final double[] WEIGHTS = {OUTER_WEIGHT, INNER_WEIGHT, 8 / 15.0, INNER_WEIGHT, OUTER_WEIGHT};

    private GaussHermite() {}

    /** The mean of a function of the variable; exact for polynomials up to the ninth degree. */
    static double mean(DoubleUnaryOperator function) {
        double mean = 0;
        for (int i = 0; i < NODES.length; i++) {
            mean += WEIGHTS[i] * function.applyAsDouble(NODES[i]);
        }
        return mean;
    }
}
