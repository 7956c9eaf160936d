package dev.ralbench.statistics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Series that rise or fall from run to run: Mann and Kendall's S, in the random orders that steps are tested in. */
final class SeriesTrends {
    private final List<double[]> series;
    private final LeftOver leftOver;
    private final Map<Integer, Stretch> stretches = new HashMap<>();

    /** @param series one value for each run, NaN for a run without one; the chance is that of the whole table */
    SeriesTrends(List<double[]> series, LeftOver leftOver) {
        this.series = series;
        this.leftOver = leftOver;
    }

    /**
     * Which series have a trend from one run to the newest.
     *
     * @param which of them are asked about
     * @return in the order of {@code which}
     */
    boolean[] since(double alpha, int from, List<Integer> which) {
        if (series.getFirst().length - from < RunPatterns.FEWEST_RUNS) {
            return new boolean[which.size()];
        }
        return stretches
                .computeIfAbsent(from, first -> Stretch.of(series, leftOver, first))
                .shown(alpha, which);
    }

    /** The runs that are asked about, and what chance makes of the whole table in them. */
    private record Stretch(
            List<Concordance> rising,
            RandomOrders ordersOfSeries,
            List<double[]> windows,
            RandomOrders ordersOfNoise,
            SerialCorrelation correlation) {
        static Stretch of(List<double[]> series, LeftOver leftOver, int from) {
            var windows = windows(series, from);
            var rising = windows.stream().map(Concordance::of).toList();
            var noise = windows(leftOver.series(), from);
            int runs = series.getFirst().length - from;
            return new Stretch(
                    rising,
                    new RandomOrders(
                            runs,
                            order -> rising.stream()
                                    .mapToDouble(each -> each.standardised(order))
                                    .reduce(0, Math::max)),
                    windows,
                    new RandomOrders(
                            runs,
                            order -> noise.stream()
                                    .mapToDouble(each -> slope(ordered(each, order)))
                                    .reduce(0, Math::max)),
                    leftOver.correlation());
        }

        private static List<double[]> windows(List<double[]> series, int from) {
            return series.stream()
                    .map(each -> Arrays.copyOfRange(each, from, each.length))
                    .toList();
        }

        boolean[] shown(double alpha, List<Integer> which) {
            double[] observed = which.stream()
                    .mapToDouble(row -> rising.get(row).standardised())
                    .toArray();
            var shown = ordersOfSeries.shown(alpha, observed);
            if (correlation.lag1() == 0) {
                return shown;
            }
            // S is at its largest whatever the size of the trend, so the noise decides about that.
            for (int i = 0; i < shown.length; i++) {
                double[] window = windows.get(which.get(i));
                int count = Math.max(RunPatterns.FEWEST_RUNS, count(window));
                observed[i] = shown[i] ? slope(window) / Math.sqrt(correlation.inflationOfSlope(count)) : 0;
            }
            return ordersOfNoise.shown(alpha, observed);
        }
    }

    /** The t of the least-squares slope, without its sign; 0 with too few values or no noise. */
    private static double slope(double... values) {
        int count = count(values);
        double middle = 0;
        double mean = 0;
        for (int run = 0; run < values.length; run++) {
            middle += Double.isNaN(values[run]) ? 0 : (double) run / count;
            mean += Double.isNaN(values[run]) ? 0 : values[run] / count;
        }
        double squares = 0;
        double products = 0;
        double all = 0;
        for (int run = 0; run < values.length; run++) {
            if (!Double.isNaN(values[run])) {
                squares += (run - middle) * (run - middle);
                products += (run - middle) * (values[run] - mean);
                all += (values[run] - mean) * (values[run] - mean);
            }
        }
        double left = all - products * products / squares;
        return count < RunPatterns.FEWEST_RUNS || !(left > 0)
                ? 0
                : Math.abs(products) / Math.sqrt(squares * left / (count - 2));
    }

    private static int count(double... window) {
        int count = 0;
        for (double value : window) {
            count += Double.isNaN(value) ? 0 : 1;
        }
        return count;
    }

    private static double[] ordered(double[] values, int... order) {
        var ordered = new double[values.length];
        for (int i = 0; i < order.length; i++) {
            ordered[i] = values[order[i]];
        }
        return ordered;
    }

    /** Kendall's S of one series in any order of its runs; ranked once, and then counted by sorting. */
    private static final class Concordance {
        private static final int ABSENT = -1;

        /** By run, equal ones of equal values. */
        private final int[] ranks;

        private final int count;
        private final long untied;

        private Concordance(int[] ranks, int count, long untied) {
            this.ranks = ranks;
            this.count = count;
            this.untied = untied;
        }

        static Concordance of(double... window) {
            double[] ascending = Arrays.stream(window)
                    .filter(value -> !Double.isNaN(value))
                    .map(value -> value + 0.0) // without negative zeros
                    .sorted()
                    .toArray();
            double[] distinct = Sample.distinct(ascending);
            var ranks = new int[window.length];
            var times = new long[distinct.length];
            for (int run = 0; run < ranks.length; run++) {
                ranks[run] = Double.isNaN(window[run]) ? ABSENT : Arrays.binarySearch(distinct, window[run] + 0.0);
                if (ranks[run] != ABSENT) {
                    times[ranks[run]]++;
                }
            }
            long tied = Arrays.stream(times).map(SeriesTrends::pairs).sum();
            return new Concordance(ranks, ascending.length, pairs(ascending.length) - tied);
        }

        /** S in the runs' own order. */
        double standardised() {
            return standardised(IntStream.range(0, ranks.length).toArray());
        }

        /** S over its deviation without ties, so that series with runs missing can be held against others. */
        double standardised(int... order) {
            double n = count;
            if (count < RunPatterns.FEWEST_RUNS) {
                return 0;
            }
            var present = new int[count];
            int next = 0;
            for (int run : order) {
                if (ranks[run] != ABSENT) {
                    present[next++] = ranks[run];
                }
            }
            long sum = untied - 2 * inversions(present);
            return Math.abs(sum) / Math.sqrt(n * (n - 1) * (2 * n + 5) / 18);
        }

        /** How many pairs fall, by merging: sorts the values. */
        private static long inversions(int... values) {
            var from = values;
            var to = new int[values.length];
            long inversions = 0;
            for (int width = 1; width < values.length; width *= 2) {
                for (int start = 0; start < values.length; start += 2 * width) {
                    int middle = Math.min(values.length, start + width);
                    int end = Math.min(values.length, start + 2 * width);
                    int left = start;
                    int right = middle;
                    for (int at = start; at < end; at++) {
                        if (left < middle && (right == end || from[left] <= from[right])) {
                            to[at] = from[left++];
                        } else {
                            inversions += middle - left;
                            to[at] = from[right++];
                        }
                    }
                }
                var sorted = to;
                to = from;
                from = sorted;
            }
            return inversions;
        }
    }

    private static long pairs(long values) {
        return values * (values - 1) / 2;
    }

    /**
     * The line of Theil and Sen through some of the values: the median of all slopes between two of them, and the median
     * height.
     */
    static RunPatterns.Trend line(double[] values, int from, int to) {
        var slopes = new double[Math.toIntExact(pairs(to - from))];
        int count = 0;
        for (int i = from; i < to; i++) {
            for (int j = i + 1; j < to; j++) {
                if (!Double.isNaN(values[i]) && !Double.isNaN(values[j])) {
                    slopes[count++] = (values[j] - values[i]) / (j - i);
                }
            }
        }
        double slope = Median.of(Arrays.copyOf(slopes, count));
        double height = Median.of(IntStream.range(from, to)
                .filter(run -> !Double.isNaN(values[run]))
                .mapToDouble(run -> values[run] - slope * (run - from))
                .toArray());
        return new RunPatterns.Trend(from, height, height + slope * (to - 1 - from), slope);
    }
}
