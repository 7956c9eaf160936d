package dev.ralbench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What series that were measured together do from run to run: steps, a trend, latest runs that lie apart. The probability
 * that any series of the table seems to do any of it, although nothing changes, is at most alpha: two fifths of it for
 * steps, the rest halved between trends and latest runs.
 *
 * <p>Runs of neighbouring days may resemble each other. Where anything shows, that correlation is measured in what steps and
 * trends leave over, over all series, and everything is tested again with it.
 */
public final class RunPatterns {
    /** Fewer show neither a step nor a trend. */
    public static final int FEWEST_RUNS = 8;

    private static final double FOR_STEPS = 0.4;
    private static final double FOR_TRENDS = 0.3;
    private static final double FOR_LATEST = 0.3;

    /** More would leave nothing to test. */
    private static final double HIGHEST_CORRELATION = 0.9;

    private final List<double[]> series;
    private final double[] resolutions;
    private final double alpha;
    private final int runs;

    private RunPatterns(double alpha, List<double[]> series, double... resolutions) {
        this.alpha = alpha;
        this.series = series;
        this.resolutions = resolutions;
        this.runs = series.isEmpty() ? 0 : series.getFirst().length;
    }

    /**
     * What a table of series does.
     *
     * @param autocorrelation of neighbouring runs, as far as the test took it into account; 0 to 0.9
     * @param patterns of each series
     */
    public record Found(double autocorrelation, List<Pattern> patterns) {
        public Found {
            patterns = List.copyOf(patterns);
        }
    }

    /**
     * What one series does.
     *
     * @param steps the first run after each step, ascending
     * @param trend in the runs since the last step
     * @param latest runs that lie apart from those before them
     */
    public record Pattern(List<Integer> steps, Optional<Trend> trend, Optional<Latest> latest) {
        public static final Pattern NONE = new Pattern(List.of(), Optional.empty(), Optional.empty());

        public Pattern {
            steps = List.copyOf(steps);
        }

        /** Whether it does anything. */
        public boolean isAny() {
            return !steps.isEmpty() || trend.isPresent() || latest.isPresent();
        }
    }

    /**
     * A line through the runs from one to the newest (Theil and Sen).
     *
     * @param from its first run
     * @param first its height there
     * @param last its height at the newest run
     * @param slope from run to run
     */
    public record Trend(int from, double first, double last, double slope) {}

    /**
     * The latest runs, if they lie apart.
     *
     * @param from the first of them
     * @param expected from the runs before them
     */
    public record Latest(int from, double expected) {}

    /**
     * Looks for all of it.
     *
     * @param alpha of the whole table, above 0 and below 0.5
     * @param series one value for each run in the runs' order, NaN for a run without one; all equally long
     * @param resolutions of each series, the least deviation of a run that is believed; 0 if any is
     */
    public static Found of(double alpha, List<double[]> series, double... resolutions) {
        Sample.checkLevel(alpha);
        if (series.isEmpty()) {
            return new Found(0, List.of());
        }
        return new RunPatterns(alpha, series, resolutions).found();
    }

    private Found found() {
        var plain = patterns(LeftOver.INDEPENDENT);
        double lag1 = plain.stream().anyMatch(Pattern::isAny) ? correlation(plain) : 0;
        if (lag1 == 0) {
            return new Found(0, plain);
        }
        var noise = IntStream.range(0, series.size())
                .mapToObj(row -> residuals(
                        series.get(row), plain.get(row).steps(), plain.get(row).trend()))
                .toList();
        return new Found(lag1, patterns(new LeftOver(noise, new SerialCorrelation(lag1))));
    }

    private List<Pattern> patterns(LeftOver leftOver) {
        var steps = SeriesSteps.in(alpha * FOR_STEPS, series, leftOver);
        var all = IntStream.range(0, series.size()).boxed().toList();
        var trends = new SeriesTrends(series, leftOver);
        boolean[] areTrends = trends.since(alpha * FOR_TRENDS, 0, all);
        return IntStream.range(0, series.size())
                .mapToObj(row ->
                        withLatest(row, pattern(row, steps.get(row), areTrends[row], trends), leftOver.correlation()))
                .toList();
    }

    private Pattern withLatest(int row, Pattern pattern, SerialCorrelation correlation) {
        var latest = LatestRuns.in(
                alpha * FOR_LATEST / series.size(), series.get(row), pattern, resolutions[row], correlation);
        return new Pattern(pattern.steps(), pattern.trend(), latest);
    }

    /** A step looks like a trend, and a trend like steps: what fits better is shown. */
    private Pattern pattern(int row, List<Integer> steps, boolean isTrend, SeriesTrends trends) {
        double[] values = series.get(row);
        if (isTrend) {
            var line = SeriesTrends.line(values, 0, runs);
            if (steps.isEmpty()
                    || criterion(values, List.of(), Optional.of(line)) < criterion(values, steps, Optional.empty())) {
                return new Pattern(List.of(), Optional.of(line), Optional.empty());
            }
        }
        if (steps.isEmpty()) {
            return Pattern.NONE;
        }
        int since = steps.getLast();
        double share = alpha * FOR_TRENDS * (runs - since) / runs;
        boolean goesOn = trends.since(share, since, List.of(row))[0];
        return new Pattern(
                steps,
                goesOn ? Optional.of(SeriesTrends.line(values, since, runs)) : Optional.empty(),
                Optional.empty());
    }

    /** Schwarz's: n ln(squares / n) + k ln n, with a level per stretch and a place per step, or the two numbers of a line. */
    private static double criterion(double[] values, List<Integer> steps, Optional<Trend> trend) {
        double[] left = present(residuals(values, steps, trend));
        double squares = Arrays.stream(left).map(each -> each * each).sum();
        int parameters = trend.isPresent() ? 2 : 2 * steps.size() + 1;
        return left.length * StrictMath.log(squares / left.length) + parameters * StrictMath.log(left.length);
    }

    /** What the values have left over; NaN for a run without one. */
    private static double[] residuals(double[] values, List<Integer> steps, Optional<Trend> trend) {
        var left = values.clone();
        var ends = new ArrayList<>(steps);
        ends.add(values.length);
        int from = 0;
        for (int to : ends) {
            int start = from;
            double[] level = new double[to - from];
            for (int run = from; run < to; run++) {
                boolean isOnLine = trend.filter(line -> line.from() <= start).isPresent();
                level[run - from] = isOnLine ? values[run] - trend.orElseThrow().slope() * (run - from) : values[run];
            }
            double[] present = present(level);
            double mean = present.length == 0 ? 0 : Mean.of(present);
            for (int run = from; run < to; run++) {
                left[run] = level[run - from] - mean;
            }
            from = to;
        }
        return left;
    }

    /**
     * The correlation of neighbours in what is left over, over all series. What is fitted takes correlation away, and is put
     * back: 1 / n for the mean and for a trend, 1 to 3 / n for a step, the less the clearer it is; correlated values lose
     * more of it. The numbers are fits to simulations of 8 to 60 runs, see docs/decisions/comparing.md.
     *
     * @return 0 to {@value #HIGHEST_CORRELATION}
     */
    private double correlation(List<Pattern> patterns) {
        double sum = 0;
        int count = 0;
        for (int row = 0; row < patterns.size(); row++) {
            var pattern = patterns.get(row);
            int end = pattern.latest().map(Latest::from).orElse(runs); // two odd runs are no correlation
            double[] values = Arrays.copyOf(series.get(row), end);
            double[] left = present(residuals(values, pattern.steps(), pattern.trend()));
            if (left.length >= FEWEST_RUNS && Arrays.stream(left).anyMatch(each -> each != 0)) {
                double n = left.length;
                double taken = 1
                        + takenBySteps(values, left, pattern.steps())
                        + (pattern.trend().isPresent() ? 1 : 0);
                sum += (around0(left) + taken / n)
                        / Math.max(0.2, 1 - (3 + 2 * pattern.steps().size()) / n);
                count++;
            }
        }
        return count == 0 ? 0 : Math.max(0, Math.min(HIGHEST_CORRELATION, sum / count));
    }

    /** Autocorrelation at lag 1 of values that lie around 0. */
    private static double around0(double... left) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < left.length; i++) {
            squares += left[i] * left[i];
            products += i == 0 ? 0 : left[i - 1] * left[i];
        }
        return products / squares;
    }

    private static double takenBySteps(double[] values, double[] left, List<Integer> steps) {
        double deviation = Math.sqrt(
                Arrays.stream(left).map(each -> each * each).sum() / Math.max(1, left.length - steps.size() - 1));
        double taken = 0;
        for (int i = 0; i < steps.size(); i++) {
            int from = i == 0 ? 0 : steps.get(i - 1);
            int to = i + 1 < steps.size() ? steps.get(i + 1) : values.length;
            double[] before = present(values, from, steps.get(i));
            double[] after = present(values, steps.get(i), to);
            double clarity = Math.abs(Mean.of(before) - Mean.of(after))
                    / deviation
                    * Math.sqrt(before.length * (double) after.length / (before.length + after.length));
            taken += 1 + 2 * Math.min(1, 25 / (clarity * clarity));
        }
        return taken;
    }

    private static double[] present(double... values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }

    private static double[] present(double[] values, int from, int to) {
        return present(Arrays.copyOfRange(values, from, to));
    }
}
