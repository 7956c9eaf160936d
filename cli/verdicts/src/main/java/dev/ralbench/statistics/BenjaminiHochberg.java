package dev.ralbench.statistics;

/** The step-up adjustment of Benjamini and Hochberg (1995): bounds the expected share of false alarms among alarms. */
public final class BenjaminiHochberg {
    private BenjaminiHochberg() {}

    /**
     * The i-th smallest becomes the smallest of p_(j) m / j for j &gt;= i, at most 1.
     *
     * @param p each 0 to 1
     * @return adjusted p values in the order of p
     */
    public static double[] adjusted(double... p) {
        int[] order = Holm.ascending(p);
        var adjusted = new double[p.length];
        double smallest = 1;
        for (int i = order.length - 1; i >= 0; i--) {
            smallest = Math.min(smallest, p.length / (i + 1.0) * p[order[i]]);
            adjusted[order[i]] = smallest;
        }
        return adjusted;
    }
}
