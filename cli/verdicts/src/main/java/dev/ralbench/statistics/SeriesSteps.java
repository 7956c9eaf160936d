package dev.ralbench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where series step up or down, several times each: binary segmentation by a permutation test.
 *
 * <p>The statistic of a stretch of runs is the largest standardised difference between the means before and after a place in
 * it, over seeded intervals of many lengths (Kovacs et al. 2023), so that a recovery does not hide the incident before it. It
 * is standardised by the squared differences of neighbours (von Neumann): few of them lie across a step, so steps do not
 * count as noise, but in a random order they do. A single run far from its neighbours is no step, and is drawn to the median
 * around it.
 *
 * <p>The whole series is tested at alpha. The two parts of one that steps share that alpha by their lengths, each held
 * against the whole table in those runs, so false steps next to true ones stay below alpha as well (Meinshausen 2008).
 *
 * <p>If neighbours correlate, a step has to be shown over the noise as well: its statistic, as much smaller as correlation
 * makes differences of means larger, against random orders of what steps and trends leave over. In random orders of the
 * values themselves even the clearest of steps is not much larger than what chance does to them.
 */
final class SeriesSteps {
    /** Runs on each side of a step; fewer at the end are for {@link LatestRuns}. */
    private static final int SHORTEST = 3;

    /** The window whose median tells an outlier, and how far from it a value may lie, in deviations of neighbours. */
    private static final int AROUND = 5;

    private static final double FARTHEST = 4;
    private static final double MAD_OF_NORMAL = 0.6745;

    /** Of a series that steps and leaves nothing over, as counts do: no noise can have made that. */
    private static final double SURE = Double.MAX_VALUE;

    private final List<double[]> series;
    private final LeftOver leftOver;
    private final Map<Integer, Scan> observing = new HashMap<>();
    private final Map<Integer, Scan> byChance = new HashMap<>();
    /** Series that step in the same run are tested in the same stretches, against the whole table each time. */
    private final Map<Stretch, RandomOrders> ordersOfSeries = new HashMap<>();

    private final Map<Stretch, RandomOrders> ordersOfNoise = new HashMap<>();
    private final List<List<Integer>> found;

    private record Stretch(int from, int to) {}

    private SeriesSteps(List<double[]> series, LeftOver leftOver) {
        this.series = series;
        this.leftOver = leftOver;
        this.found =
                series.stream().<List<Integer>>map(each -> new ArrayList<>()).toList();
    }

    /**
     * The first run after each step of each series, ascending.
     *
     * @param series one value for each run in the runs' order, NaN for a run without one; all equally long, at least one
     */
    static List<List<Integer>> in(double alpha, List<double[]> series, LeftOver leftOver) {
        var test = new SeriesSteps(series, leftOver);
        test.split(
                alpha,
                0,
                series.getFirst().length,
                IntStream.range(0, series.size()).boxed().toList());
        return test.found.stream()
                .map(steps -> steps.stream().sorted().toList())
                .toList();
    }

    /** Looks for steps of some series from one run to before another. */
    private void split(double alpha, int from, int to, List<Integer> which) {
        int runs = to - from;
        if (runs < 2 * SHORTEST) {
            return;
        }
        var windows = windows(series, from, to);
        var places = which.stream()
                .map(each -> windows.get(each).most(scan(windows.get(each), byChance, SerialCorrelation.NONE)))
                .toList();
        double[] observed = IntStream.range(0, which.size())
                .mapToDouble(i -> places.get(i).over(windows.get(which.get(i)).noise()))
                .toArray();
        var shown = orders(ordersOfSeries, from, to, windows).shown(alpha, observed);
        if (!leftOver.isIndependent()) {
            keepBeyondCorrelation(shown, alpha, from, to, which);
        }
        for (int i = 0; i < shown.length; i++) {
            if (shown[i]) {
                int row = which.get(i);
                int step = from + windows.get(row).run(places.get(i).at());
                found.get(row).add(step);
                split(alpha * (step - from) / runs, from, step, List.of(row));
                split(alpha * (to - step) / runs, step, to, List.of(row));
            }
        }
    }

    private static List<Window> windows(List<double[]> series, int from, int to) {
        return series.stream()
                .map(each -> Window.of(Arrays.copyOfRange(each, from, to)))
                .toList();
    }

    /** Forgets what the noise alone would do if neighbours correlate: steps over what they leave over, both by chance. */
    private void keepBeyondCorrelation(boolean[] shown, double alpha, int from, int to, List<Integer> which) {
        var windows = windows(series, from, to);
        var noise = windows(leftOver.series(), from, to);
        var observed = new double[shown.length];
        for (int i = 0; i < shown.length; i++) {
            var window = windows.get(which.get(i));
            double left = noise.get(which.get(i)).noise();
            double size = left > 0
                    ? window.most(scan(window, observing, leftOver.correlation()))
                            .over(left)
                    : SURE;
            observed[i] = shown[i] ? size : 0;
        }
        var beyond = orders(ordersOfNoise, from, to, noise).shown(alpha, observed);
        System.arraycopy(beyond, 0, shown, 0, shown.length);
    }

    private RandomOrders orders(Map<Stretch, RandomOrders> known, int from, int to, List<Window> windows) {
        return known.computeIfAbsent(
                new Stretch(from, to), stretch -> new RandomOrders(to - from, order -> largest(windows, order)));
    }

    private double largest(List<Window> windows, int... order) {
        double largest = 0;
        for (var window : windows) {
            var ordered = window.in(order);
            largest = Math.max(
                    largest,
                    ordered.most(scan(window, byChance, SerialCorrelation.NONE)).over(ordered.noise()));
        }
        return largest;
    }

    private static Scan scan(Window window, Map<Integer, Scan> known, SerialCorrelation correlation) {
        return known.computeIfAbsent(window.count(), count -> Scan.of(count, correlation));
    }

    /** The place of the largest difference of means, among the values that are there, in the deviations of single values. */
    private record Place(int at, double difference) {
        /** In deviations of the noise; a series that has none does not step. */
        double over(double noise) {
            return noise == 0 ? 0 : difference / noise;
        }
    }

    /** The values of one series in a stretch of runs, and which of its runs each is of. */
    private static final class Window {
        private final double[] byRun;
        private final double[] values;

        private Window(double[] byRun, double[] values) {
            this.byRun = byRun;
            this.values = values;
        }

        static Window of(double... byRun) {
            double[] values =
                    Arrays.stream(byRun).filter(value -> !Double.isNaN(value)).toArray();
            double[] tamed = withoutOutliers(values);
            var all = byRun.clone();
            int next = 0;
            for (int run = 0; run < all.length; run++) {
                if (!Double.isNaN(all[run])) {
                    all[run] = tamed[next++];
                }
            }
            return new Window(all, tamed);
        }

        /** A Hampel filter; of a step all values stay, because most of their neighbours lie on one side of it. */
        private static double[] withoutOutliers(double... values) {
            if (values.length < AROUND) {
                return values;
            }
            double noise = deviationOfNeighbours(values);
            var tamed = new double[values.length];
            for (int i = 0; i < values.length; i++) {
                int start = Math.max(0, Math.min(values.length - AROUND, i - AROUND / 2));
                double middle = Median.of(Arrays.copyOfRange(values, start, start + AROUND));
                tamed[i] = Math.max(middle - FARTHEST * noise, Math.min(middle + FARTHEST * noise, values[i]));
            }
            return tamed;
        }

        private static double deviationOfNeighbours(double... values) {
            double[] differences = IntStream.range(1, values.length)
                    .mapToDouble(i -> values[i] - values[i - 1])
                    .toArray();
            double median = Median.of(differences);
            double distance = Median.of(Arrays.stream(differences)
                    .map(each -> Math.abs(each - median))
                    .toArray());
            return distance / MAD_OF_NORMAL / Math.sqrt(2);
        }

        int count() {
            return values.length;
        }

        Window in(int... order) {
            var ordered = new double[values.length];
            int next = 0;
            for (int run : order) {
                if (!Double.isNaN(byRun[run])) {
                    ordered[next++] = byRun[run];
                }
            }
            return new Window(byRun, ordered);
        }

        Place most(Scan scan) {
            return scan.most(values);
        }

        /** The deviation of a value by the squared differences of neighbours. */
        double noise() {
            double squares = 0;
            for (int i = 1; i < values.length; i++) {
                squares += (values[i] - values[i - 1]) * (values[i] - values[i - 1]);
            }
            return values.length < 2 ? 0 : Math.sqrt(squares / (2 * (values.length - 1)));
        }

        /** The run that a value is of. */
        int run(int value) {
            int next = 0;
            for (int run = 0; run < byRun.length; run++) {
                if (!Double.isNaN(byRun[run]) && next++ == value) {
                    return run;
                }
            }
            throw new IllegalArgumentException("no value " + value);
        }
    }

    /** The places to look at in so many values. */
    private static final class Scan {
        private final List<Interval> intervals;

        private Scan(List<Interval> intervals) {
            this.intervals = intervals;
        }

        /** A stretch of values that is searched for a step. */
        private static final class Interval {
            private final int from;
            private final int to;
            /**
             * By the number of values before the step: 1 over the deviation of the difference of their means, in units of
             * what neighbours differ by; the same for all intervals of one length.
             */
            private final double[] scales;

            private Interval(int from, int to, double... scales) {
                this.from = from;
                this.to = to;
                this.scales = scales;
            }
        }

        /** Lengths fall by a factor of the square root of 2, and intervals of one length overlap by half. */
        static Scan of(int count, SerialCorrelation correlation) {
            var intervals = new ArrayList<Interval>();
            var seen = new HashSet<Integer>();
            for (double wanted = count; intervals.isEmpty() || seen.size() < count; wanted /= Math.sqrt(2)) {
                int length = Math.max(2 * SHORTEST, (int) Math.ceil(wanted));
                if (length > count) {
                    break;
                }
                if (seen.add(length)) {
                    double[] scales = scales(length, correlation);
                    int several = Math.max(1, 2 * (int) Math.ceil((double) count / length) - 1);
                    for (int i = 0; i < several; i++) {
                        int start = several == 1 ? 0 : (int) Math.round((double) i * (count - length) / (several - 1));
                        intervals.add(new Interval(start, start + length, scales));
                    }
                }
                if (length == 2 * SHORTEST) {
                    break;
                }
            }
            return new Scan(intervals);
        }

        private static double[] scales(int length, SerialCorrelation correlation) {
            var scales = new double[length];
            for (int before = SHORTEST; before <= length - SHORTEST; before++) {
                scales[before] = Math.sqrt(correlation.varianceSeenByNeighbours()
                        / correlation.varianceOfDifference(before, length - before));
            }
            return scales;
        }

        Place most(double... values) {
            var sums = new double[values.length + 1];
            for (int i = 0; i < values.length; i++) {
                sums[i + 1] = sums[i] + values[i];
            }
            int place = 0;
            double most = 0;
            for (var interval : intervals) {
                double from = sums[interval.from];
                double to = sums[interval.to];
                for (int at = interval.from + SHORTEST; at <= interval.to - SHORTEST; at++) {
                    int before = at - interval.from;
                    int after = interval.to - at;
                    double distance =
                            Math.abs((sums[at] - from) / before - (to - sums[at]) / after) * interval.scales[before];
                    if (distance > most) {
                        most = distance;
                        place = at;
                    }
                }
            }
            return new Place(place, most);
        }
    }
}
