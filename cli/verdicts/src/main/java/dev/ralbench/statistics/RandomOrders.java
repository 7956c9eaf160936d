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

    private final ToDoubleFunction<int[]> largest;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final int[] order;
    private final double[] byChance = new double[ORDERS];
    private int drawn;

    /**
     * The chance of one table, which several questions may be asked about: no order is worked out twice.
     *
     * @param largest of all series, if the runs come in this order
     */
    RandomOrders(int runs, ToDoubleFunction<int[]> largest) {
        this.largest = largest;
        this.order = IntStream.range(0, runs).toArray();
    }

    /**
     * Which statistics are larger than the largest one of the table in all but alpha of the random orders. Ends early when
     * not even the largest can be, which takes a tenth of the time where nothing happened.
     *
     * @param observed above 0, or 0 for none
     */
    boolean[] shown(double alpha, double... observed) {
        var shown = new boolean[observed.length];
        double most = 0;
        for (double statistic : observed) {
            most = Math.max(most, statistic);
        }
        int allowed = (int) Math.floor(alpha * (ORDERS + 1) + 1e-9) - 1;
        if (most == 0 || allowed < 0) {
            return shown;
        }
        int reached = 0;
        for (int i = 0; i < ORDERS; i++) {
            reached += byChance(i) >= most ? 1 : 0;
            if (reached > allowed) {
                return shown;
            }
        }
        for (int i = 0; i < shown.length; i++) {
            shown[i] = observed[i] > 0 && reached(observed[i]) <= allowed;
        }
        return shown;
    }

    /** The largest statistic in one of the orders, each of which is made of the one before. */
    private double byChance(int number) {
        for (; drawn <= number; drawn++) {
            shuffle();
            byChance[drawn] = largest.applyAsDouble(order);
        }
        return byChance[number];
    }

    private int reached(double statistic) {
        int reached = 0;
        for (double each : byChance) {
            reached += each >= statistic ? 1 : 0;
        }
        return reached;
    }

    private void shuffle() {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
    }
}
