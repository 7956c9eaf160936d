package dev.ralbench.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far the newest runs of a series are from some of its runs, the anchor: the end of the least-squares line through the
 * runs since the last step, minus the mean of the anchor. A line, so that a drift too slow to be shown as a trend counts;
 * with few runs their mean. The deviation of a run is that of all runs around the levels between steps.
 *
 * @param estimate newest minus anchor
 * @param deviation of the estimate
 * @param freedom degrees of freedom of the deviation, at least 1
 */
public record DriftEstimate(double estimate, double deviation, double freedom) {
    /** Fewer are a level: the end of a line through them could be anywhere. */
    private static final int FEWEST_FOR_LINE = 5;

    /**
     * The estimate.
     *
     * @param values NaN for a run without one
     * @param steps the first run of each stretch but the first, ascending; latest runs that lie apart are a stretch too
     * @param anchor places of its runs
     * @param correlation of neighbouring runs, 0 to below 1
     * @return empty if the anchor or the last stretch has no values of its own, or there are too few to know the deviation
     */
    public static Optional<DriftEstimate> of(
            double[] values, List<Integer> steps, List<Integer> anchor, double correlation) {
        double[] then = anchor.stream()
                .mapToDouble(run -> values[run])
                .filter(value -> !Double.isNaN(value))
                .toArray();
        int since = steps.isEmpty() ? 0 : steps.getLast();
        int[] now = IntStream.range(since, values.length)
                .filter(run -> !Double.isNaN(values[run]) && !anchor.contains(run))
                .toArray();
        if (then.length == 0 || now.length == 0) {
            return Optional.empty();
        }
        var spread = new Spread();
        var ends = new ArrayList<>(steps);
        ends.add(values.length);
        int from = 0;
        for (int to : ends) {
            spread.add(
                    values,
                    IntStream.range(from, to)
                            .filter(run -> !Double.isNaN(values[run]))
                            .toArray());
            from = to;
        }
        if (spread.freedom < 1) {
            return Optional.empty();
        }
        var line = Line.through(values, now);
        var serial = new SerialCorrelation(correlation);
        double inflation = (1 + correlation) / (1 - correlation);
        double variance = spread.squares
                / spread.freedom
                * (serial.varianceOfMean(then.length) + line.leverage(values.length - 1) * inflation);
        return Optional.of(new DriftEstimate(
                line.at(values.length - 1) - Mean.of(then),
                Math.sqrt(variance),
                Math.max(1, serial.freedom(spread.freedom))));
    }

    /** How likely an estimate as large, or larger, is if there is no drift. */
    public double probabilityOfMore() {
        return deviation == 0 ? (estimate > 0 ? 0 : 1) : student().survivalProbability(estimate / deviation);
    }

    /**
     * Estimate and bounds.
     *
     * @param alpha of each bound, above 0 and below 0.5
     */
    public Interval interval(double alpha) {
        Sample.checkLevel(alpha);
        double width = student().inverseSurvivalProbability(alpha) * deviation;
        return new Interval(estimate, estimate - width, estimate + width, 1 - 2 * alpha);
    }

    /** The same drift with the other sign. */
    public DriftEstimate negated() {
        return new DriftEstimate(0.0 - estimate, deviation, freedom);
    }

    private TDistribution student() {
        return TDistribution.of(freedom);
    }

    /** Sum of squares around lines through stretches, and its degrees of freedom. */
    private static final class Spread {
        private double squares;
        private int freedom;

        void add(double[] values, int... runs) {
            if (runs.length == 0) {
                return;
            }
            var line = Line.through(values, runs);
            squares += Arrays.stream(runs)
                    .mapToDouble(run -> (values[run] - line.at(run)) * (values[run] - line.at(run)))
                    .sum();
            freedom += runs.length - line.parameters();
        }
    }

    /** Level, or line, by least squares; {@code squares} of the distances of its runs from their middle, 0 of a level. */
    private record Line(int count, double middle, double level, double slope, double squares) {
        static Line through(double[] values, int... runs) {
            double middle = Arrays.stream(runs).average().orElse(0);
            double level =
                    Mean.of(Arrays.stream(runs).mapToDouble(run -> values[run]).toArray());
            if (runs.length < FEWEST_FOR_LINE) {
                return new Line(runs.length, middle, level, 0, 0);
            }
            double squares = Arrays.stream(runs)
                    .mapToDouble(run -> (run - middle) * (run - middle))
                    .sum();
            double products = Arrays.stream(runs)
                    .mapToDouble(run -> (run - middle) * values[run])
                    .sum();
            return new Line(runs.length, middle, level, products / squares, squares);
        }

        int parameters() {
            return squares == 0 ? 1 : 2;
        }

        double at(double run) {
            return level + slope * (run - middle);
        }

        double leverage(double run) {
            return 1.0 / count + (squares == 0 ? 0 : (run - middle) * (run - middle) / squares);
        }
    }
}
