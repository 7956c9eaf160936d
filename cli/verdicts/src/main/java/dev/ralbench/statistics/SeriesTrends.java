package dev.ralbench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Series that rise or fall from run to run: Mann and Kendall's S, in the random orders that steps are tested in. */
final class SeriesTrends {
    private SeriesTrends() {}

    /**
     * Which series have a trend from one run to before another.
     *
     * @param series one value for each run, NaN for a run without one; the chance is that of the whole table
     * @param which of them are asked about
     * @return in the order of {@code which}
     */
    static boolean[] in(double alpha, List<double[]> series, int from, int to, List<Integer> which, LeftOver leftOver) {
        if (to - from < RunPatterns.FEWEST_RUNS) {
            return new boolean[which.size()];
        }
        var windows = windows(series, from, to);
        double[] observed = which.stream()
                .mapToDouble(row -> standardised(windows.get(row)))
                .toArray();
        var shown = RandomOrders.shown(
                alpha, observed, to - from, order -> largest(windows, SeriesTrends::standardised, order));
        if (leftOver.isIndependent()) {
            return shown;
        }
        // S is at its largest whatever the size of the trend, so the noise decides about that.
        var noise = windows(leftOver.series(), from, to);
        for (int i = 0; i < shown.length; i++) {
            double[] window = windows.get(which.get(i));
            int count = Math.max(RunPatterns.FEWEST_RUNS, count(window));
            observed[i] =
                    shown[i] ? slope(window) / Math.sqrt(leftOver.correlation().inflationOfSlope(count)) : 0;
        }
        return RandomOrders.shown(alpha, observed, to - from, order -> largest(noise, SeriesTrends::slope, order));
    }

    private static List<double[]> windows(List<double[]> series, int from, int to) {
        return series.stream().map(each -> Arrays.copyOfRange(each, from, to)).toList();
    }

    private static double largest(List<double[]> windows, ToDoubleFunction<double[]> statistic, int... order) {
        double largest = 0;
        for (var window : windows) {
            largest = Math.max(largest, statistic.applyAsDouble(ordered(window, order)));
        }
        return largest;
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

    /** Kendall's S over its deviation without ties, so that series with runs missing can be held against others. */
    private static double standardised(double... values) {
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            for (int j = i + 1; j < values.length; j++) {
                sum += values[j] > values[i] ? 1 : 0; // false of NaN
                sum -= values[j] < values[i] ? 1 : 0;
            }
        }
        double n = count(values);
        return n < RunPatterns.FEWEST_RUNS ? 0 : Math.abs(sum) / Math.sqrt(n * (n - 1) * (2 * n + 5) / 18);
    }

    /**
     * The line of Theil and Sen through some of the values: the median of all slopes between two of them, and the median
     * height.
     */
    static RunPatterns.Trend line(double[] values, int from, int to) {
        var slopes = new ArrayList<Double>();
        for (int i = from; i < to; i++) {
            for (int j = i + 1; j < to; j++) {
                if (!Double.isNaN(values[i]) && !Double.isNaN(values[j])) {
                    slopes.add((values[j] - values[i]) / (j - i));
                }
            }
        }
        double slope = Median.of(slopes.stream().mapToDouble(each -> each).toArray());
        double height = Median.of(IntStream.range(from, to)
                .filter(run -> !Double.isNaN(values[run]))
                .mapToDouble(run -> values[run] - slope * (run - from))
                .toArray());
        return new RunPatterns.Trend(from, height, height + slope * (to - 1 - from), slope);
    }
}
