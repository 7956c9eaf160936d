package dev.ralbench.statistics;

/** Whether a series of rates, sampled at equal distances, had settled. A check, never a reason to cut anything off. */
public final class Steadiness {
    /** The most that the halves of a steady series may differ, as a logarithm of their ratio. */
    public static final double MOST_BETWEEN_HALVES = 0.03;

    private Steadiness() {}

    /**
     * ln(mean of the second half / mean of the first half); a value in the middle belongs to neither. Above 0: rising.
     *
     * @param values at least two, none negative
     * @return infinite if one half is all zeros; 0 if both are
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

    private static double sum(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }
}
