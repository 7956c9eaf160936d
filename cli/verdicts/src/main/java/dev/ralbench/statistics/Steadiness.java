package dev.ralbench.statistics;

import java.util.Optional;

/** Whether a series of rates, sampled at equal distances, had settled. A check, never a reason to cut anything off. */
public final class Steadiness {
    /** By how much the halves of a steady series differ at most, as a logarithm of their ratio. */
    public static final double MOST_BETWEEN_HALVES = 0.03;

    private static final int BATCH = 5;
    private static final int FEWEST_BATCHES = 4;

    private Steadiness() {}

    /**
     * What MSER-5 would cut off.
     *
     * @param batches complete batches of five values
     * @param discarded of them at the start, for the mean of the rest to be known best; at most half
     */
    public record Mser5(int batches, int discarded) {
        /** Not so if as much would be cut off as is allowed: then the series may not have settled at all. */
        public boolean steady() {
            return discarded < batches / 2;
        }
    }

    /**
     * MSER-5 (White 1997): of means z of batches of five, the d that makes
     * {@code sum over i > d of (z_i - mean after d)^2 / (m - d)^2} smallest, the smaller one of equal ones.
     *
     * @param values what does not fill a batch at the end is left out
     * @return empty with fewer than 20 values, which say nothing
     */
    public static Optional<Mser5> mser5(double[] values) {
        double[] batches = batches(values);
        if (batches.length < FEWEST_BATCHES) {
            return Optional.empty();
        }
        int best = 0;
        for (int discarded = 1; discarded <= batches.length / 2; discarded++) {
            if (squaredError(batches, discarded) < squaredError(batches, best)) {
                best = discarded;
            }
        }
        return Optional.of(new Mser5(batches.length, best));
    }

    /**
     * ln(mean of the second half / mean of the first half); a value in the middle belongs to neither. Above 0: rising.
     *
     * @param values at least two, none negative
     * @return infinite where one half is all zeros; 0 where both are
     */
    public static double halves(double[] values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("halves of fewer than two values");
        }
        double[] checked = Sample.checked(values);
        int half = checked.length / 2;
        double first = sum(checked, 0, half);
        double second = sum(checked, checked.length - half, checked.length);
        return first == second ? 0 : StrictMath.log(second / first);
    }

    private static double[] batches(double... values) {
        var batches = new double[values.length / BATCH];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = sum(values, i * BATCH, (i + 1) * BATCH) / BATCH;
        }
        return batches;
    }

    private static double squaredError(double[] batches, int discarded) {
        int kept = batches.length - discarded;
        double mean = sum(batches, discarded, batches.length) / kept;
        double squares = 0;
        for (int i = discarded; i < batches.length; i++) {
            squares += (batches[i] - mean) * (batches[i] - mean);
        }
        return squares / kept / kept;
    }

    private static double sum(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }
}
