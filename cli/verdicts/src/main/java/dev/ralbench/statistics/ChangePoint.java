package dev.ralbench.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Where series that were measured together step up or down: for each place with two values or more on either side, the
 * rank sum of what comes before it, as a distance from its expectation in its standard deviations; the largest over all
 * places is the series' statistic (Pettitt 1979, standardised so that places near the ends count as much).
 *
 * <p>How large it gets by chance comes from putting the runs in random orders, all series in the same one. Each is
 * compared with the largest over all series (Westfall and Young 1993), so the probability that any series of the table
 * seems to step is at most alpha if runs are exchangeable, whatever the series have to do with each other. Drift and
 * runs that resemble the run before are not exchangeable: both are reported as steps sooner or later.
 */
public final class ChangePoint {
    /** Random orders; p values come in steps of a thousandth. */
    private static final int ORDERS = 999;

    /** Fixed, so that a series gives the same answer on every machine. */
    private static final long SEED = 20261122;

    private static final int SHORTEST = 2;

    private ChangePoint() {}

    /**
     * The fewest runs in which a step may be found: with fewer, even a series whose first half lies below all of its second
     * half is too likely by chance, among so many.
     *
     * @param series in the table, at least 1
     * @return the smallest n with series * 2 / C(n, n/2) at most alpha; of odd n there are two middles, and twice the chance
     */
    public static int fewestRuns(double alpha, int series) {
        Sample.checkLevel(alpha);
        int runs = 2 * SHORTEST;
        while (series * halves(runs) > alpha) {
            runs++;
        }
        return runs;
    }

    /** How likely random values fall into a lower and an upper half. */
    private static double halves(int runs) {
        double ways = 1;
        int half = runs / 2;
        for (int i = 1; i <= half; i++) {
            ways = ways * (runs - half + i) / i;
        }
        return (runs % 2 == 0 ? 2 : 4) / ways;
    }

    /**
     * The first run after the step of each series; empty if none is significant.
     *
     * @param alpha of the whole table, above 0 and below 0.5
     * @param series one value for each run in the runs' order, NaN for a run without one; all equally long
     */
    public static List<OptionalInt> in(double alpha, List<double[]> series) {
        Sample.checkLevel(alpha);
        var ranked = series.stream().map(Ranked::of).toList();
        double[] largest = ranked.isEmpty() ? new double[0] : largest(ranked, series.getFirst().length);
        return ranked.stream()
                .map(each -> probability(each.statistic(), largest) <= alpha
                        ? OptionalInt.of(each.place())
                        : OptionalInt.empty())
                .toList();
    }

    private static double probability(double statistic, double... largest) {
        long reached = Arrays.stream(largest).filter(each -> each >= statistic).count();
        return (1.0 + reached) / (1 + largest.length);
    }

    /** The largest statistic of all series, in each of the random orders. */
    private static double[] largest(List<Ranked> series, int runs) {
        var random = new SplittableRandom(SEED);
        int[] order = IntStream.range(0, runs).toArray();
        var largest = new double[ORDERS];
        for (int i = 0; i < ORDERS; i++) {
            shuffle(order, random);
            for (var each : series) {
                largest[i] = Math.max(largest[i], each.statistic(order));
            }
        }
        return largest;
    }

    private static void shuffle(int[] order, RandomGenerator random) {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
    }

    /**
     * A series as ranks.
     *
     * <p>{@code distances} of the ranks from the middle one, 0 for a run without a value; {@code scales} by how many values
     * lie before a place: 1 over the standard deviation of the sum of their distances, 0 if too few lie on either side. The
     * variance is that of untied ranks, t (n - t) (n + 1) / 12, so ties make the test cautious.
     */
    private static final class Ranked {
        private final double[] distances;
        private final boolean[] isPresent;
        private final double[] scales;

        private Ranked(double[] distances, boolean[] isPresent, double[] scales) {
            this.distances = distances;
            this.isPresent = isPresent;
            this.scales = scales;
        }

        static Ranked of(double... values) {
            double[] present =
                    Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
            int count = present.length;
            int[] ranks = count == 0 ? new int[0] : Ranks.doubled(Sample.checked(present));
            var distances = new double[values.length];
            var isPresent = new boolean[values.length];
            int next = 0;
            for (int run = 0; run < values.length; run++) {
                isPresent[run] = !Double.isNaN(values[run]);
                distances[run] = isPresent[run] ? (ranks[next++] - (count + 1)) / 2.0 : 0;
            }
            return new Ranked(distances, isPresent, scales(count));
        }

        private static double[] scales(int count) {
            var scales = new double[count + 1];
            for (int before = SHORTEST; before <= count - SHORTEST; before++) {
                scales[before] = 1 / Math.sqrt(before * (count - before) * (count + 1.0) / 12);
            }
            return scales;
        }

        double statistic() {
            return statistic(IntStream.range(0, distances.length).toArray());
        }

        double statistic(int... order) {
            double largest = 0;
            double sum = 0;
            int before = 0;
            for (int run : order) {
                sum += distances[run];
                before += isPresent[run] ? 1 : 0;
                double distance = Math.abs(sum) * scales[before];
                if (distance > largest) {
                    largest = distance;
                }
            }
            return largest;
        }

        /** The first run with a value after the place that the statistic is of. */
        int place() {
            double statistic = statistic();
            int last = IntStream.range(0, distances.length)
                    .filter(run -> statistic(IntStream.rangeClosed(0, run).toArray()) >= statistic)
                    .findFirst()
                    .orElse(0);
            return IntStream.range(last + 1, distances.length)
                    .filter(run -> isPresent[run])
                    .findFirst()
                    .orElse(last);
        }
    }
}
