package dev.ralbench.statistics;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How large the largest statistic of a table gets by chance: the runs in random orders, all series in the same one, so the
 * bound holds whatever the series have to do with each other (Westfall and Young 1993). Exact if runs are exchangeable.
 */
final class RandomOrders {
    /** p values come in steps of a thousandth. */
    private static final int ORDERS = 999;

    /** Fixed, so that a series gives the same answer on every machine. */
    private static final long SEED = 20261122;

    private RandomOrders() {}

    /**
     * Which statistics are larger than the largest one of the table in all but alpha of the random orders. Ends early when
     * not even the largest can be, which takes a tenth of the time where nothing happened.
     *
     * @param observed above 0, or 0 for none
     * @param largest of all series, if the runs come in this order
     */
    static boolean[] shown(double alpha, double[] observed, int runs, ToDoubleFunction<int[]> largest) {
        var shown = new boolean[observed.length];
        double most = 0;
        for (double statistic : observed) {
            most = Math.max(most, statistic);
        }
        int allowed = (int) Math.floor(alpha * (ORDERS + 1) + 1e-9) - 1;
        if (most == 0 || allowed < 0) {
            return shown;
        }
        var random = new SplittableRandom(SEED);
        int[] order = IntStream.range(0, runs).toArray();
        var byChance = new double[ORDERS];
        int reached = 0;
        for (int i = 0; i < ORDERS; i++) {
            shuffle(order, random);
            byChance[i] = largest.applyAsDouble(order);
            reached += byChance[i] >= most ? 1 : 0;
            if (reached > allowed) {
                return shown;
            }
        }
        for (int i = 0; i < shown.length; i++) {
            shown[i] = observed[i] > 0 && reached(observed[i], byChance) <= allowed;
        }
        return shown;
    }

    private static int reached(double statistic, double... byChance) {
        int reached = 0;
        for (double each : byChance) {
            reached += each >= statistic ? 1 : 0;
        }
        return reached;
    }

    private static void shuffle(int[] order, SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
    }
}
