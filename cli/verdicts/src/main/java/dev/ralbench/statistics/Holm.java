package dev.ralbench.statistics;

/** Holm's step-down adjustment (1979): bounds the probability of any false alarm in a family, whatever its dependence. */
public final class Holm {
    private Holm() {}

    /**
     * The i-th smallest becomes the largest of (m - j + 1) p_(j) for j &lt;= i, at most 1.
     *
     * @param p each 0 to 1
     * @return adjusted p values in the order of p
     */
    public static double[] adjusted(double... p) {
        int[] order = ascending(p);
        var adjusted = new double[p.length];
        double largest = 0;
        for (int i = 0; i < order.length; i++) {
            largest = Math.max(largest, Math.min(1, (p.length - i) * p[order[i]]));
            adjusted[order[i]] = largest;
        }
        return adjusted;
    }

    /** Places of the values from the smallest to the largest. */
    static int[] ascending(double... p) {
        for (double value : p) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("a p value is 0 to 1, got " + value);
            }
        }
        var order = new int[p.length];
        for (int i = 0; i < order.length; i++) { // by insertion: without boxes, and families are small
            int place = i;
            while (place > 0 && p[order[place - 1]] > p[i]) {
                order[place] = order[place - 1];
                place--;
            }
            order[place] = i;
        }
        return order;
    }
}
