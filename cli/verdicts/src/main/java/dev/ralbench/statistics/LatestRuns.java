package dev.ralbench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether the latest runs are far from what the runs before them let expect: their mean against a t prediction interval. A
 * step needs runs after it to be seen; this needs none.
 */
final class LatestRuns {
    /** More are a step. */
    private static final int MOST = 3;

    /** Runs of the stretch before them. */
    private static final int FEWEST_BEFORE = 3;

    private LatestRuns() {}

    /**
     * The latest runs that lie apart, those that do so most clearly.
     *
     * @param alpha of this series
     * @param values NaN for a run without one
     * @param pattern steps or trend of the series
     * @param resolution the least deviation of a run that is believed, so that a series without any noise has an interval
     * @return empty if none lie apart, or if the newest run has no value
     */
    static Optional<RunPatterns.Latest> in(
            double alpha,
            double[] values,
            RunPatterns.Pattern pattern,
            double resolution,
            SerialCorrelation correlation) {
        int[] runs = IntStream.range(0, values.length)
                .filter(run -> !Double.isNaN(values[run]))
                .toArray();
        if (runs.length == 0 || runs[runs.length - 1] != values.length - 1) {
            return Optional.empty();
        }
        Optional<RunPatterns.Latest> found = Optional.empty();
        double least = alpha / MOST;
        for (int count = 1; count <= Math.min(MOST, runs.length - 1); count++) {
            int from = runs[runs.length - count];
            var before = Before.of(Arrays.copyOf(values, from), pattern);
            if (before.count() < FEWEST_BEFORE) {
                break;
            }
            double[] latest = Arrays.stream(values, from, values.length)
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
            double expected = before.expected(values.length - 1 - (latest.length - 1) / 2.0);
            double p = before.probability(Mean.of(latest) - expected, latest.length, resolution, correlation);
            if (p < least) {
                least = p;
                found = Optional.of(new RunPatterns.Latest(from, expected));
            }
        }
        return found;
    }

    /**
     * The runs before.
     *
     * @param from the first of the last stretch without a step
     * @param lengths of all stretches without a step
     * @param level of the last stretch, at its first run
     * @param slope of the last stretch, 0 if it has no trend
     * @param residuals sum of squares around the levels of all stretches, or around the line
     */
    private record Before(int from, List<Integer> lengths, double level, double slope, double residuals) {
        static Before of(double[] values, RunPatterns.Pattern pattern) {
            var lengths = new ArrayList<Integer>();
            double residuals = 0;
            int from = 0;
            for (int step :
                    pattern.steps().stream().filter(at -> at < values.length).toList()) {
                double[] stretch = present(values, from, step);
                residuals += squares(stretch);
                lengths.add(stretch.length);
                from = step;
            }
            double[] last = present(values, from, values.length);
            lengths.add(last.length);
            if (last.length < FEWEST_BEFORE) {
                return new Before(from, lengths, 0, 0, 0);
            }
            if (pattern.trend().isEmpty()) {
                return new Before(from, lengths, Mean.of(last), 0, residuals + squares(last));
            }
            var line = SeriesTrends.line(values, from, values.length);
            for (int run = from; run < values.length; run++) {
                double distance = values[run] - line.first() - line.slope() * (run - from);
                residuals += Double.isNaN(distance) ? 0 : distance * distance;
            }
            return new Before(from, lengths, line.first(), line.slope(), residuals);
        }

        private static double[] present(double[] values, int from, int to) {
            return Arrays.stream(values, from, to)
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
        }

        private static double squares(double... values) {
            double mean = Mean.of(values);
            return Arrays.stream(values)
                    .map(value -> (value - mean) * (value - mean))
                    .sum();
        }

        /** Runs in the last stretch. */
        int count() {
            return lengths.getLast();
        }

        double expected(double run) {
            return level + slope * (run - from);
        }

        /** Of a distance as large or larger by chance, in either direction. */
        double probability(double distance, int latest, double resolution, SerialCorrelation correlation) {
            double variance = Math.max(resolution * resolution, residuals / unbiased(correlation));
            if (variance == 0) {
                return 1;
            }
            // The end of a line through n values is as uncertain as the mean of a quarter of them.
            double apart = slope == 0
                    ? correlation.varianceOfDifference(count(), latest)
                    : correlation.varianceOfMean(latest) + 4 * correlation.varianceOfMean(count());
            double freedom = correlation.freedom(unbiased(SerialCorrelation.NONE));
            return 2
                    * TDistribution.of(Math.max(1, freedom))
                            .survivalProbability(Math.abs(distance) / Math.sqrt(variance * apart));
        }

        /** What the sum of squares is divided by: the less the more runs resemble their neighbours. */
        private double unbiased(SerialCorrelation correlation) {
            double sum = slope == 0 ? 0 : -count() * correlation.varianceOfMean(count());
            for (int length : lengths) {
                sum += length * (1 - correlation.varianceOfMean(length));
            }
            return Math.max(1, sum);
        }
    }
}
