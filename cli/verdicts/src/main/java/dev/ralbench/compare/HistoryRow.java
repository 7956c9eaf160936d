package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import dev.ralbench.statistics.Median;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * One metric of one variant at one level, run after run.
 *
 * @param values the median of each run's trials, in the order of the runs; empty for a run without one
 * @param step where the series steps; empty if no step is shown
 */
public record HistoryRow(
        Metric metric, Level level, String variant, List<OptionalDouble> values, Optional<SeriesStep> step) {
    public HistoryRow {
        values = List.copyOf(values);
    }

    /**
     * A step of a series.
     *
     * @param from place of the first run after it
     * @param before median of the runs before it
     * @param after median of the others
     */
    public record SeriesStep(int from, double before, double after) {}

    /** Such as {@code goodput@1024}. */
    public String id() {
        return metric.key() + "@" + level.name();
    }

    /** The number of runs that have a value. */
    public int count() {
        return present(values).length;
    }

    /** The median of all runs that have a value. */
    public double median() {
        return Median.of(present(values));
    }

    /** The median distance from the median, in the metric's unit: half of the runs lie no farther away. */
    public double spread() {
        double median = median();
        return Median.of(IntStream.range(0, values.size())
                .filter(run -> values.get(run).isPresent())
                .mapToDouble(run -> Math.abs(values.get(run).orElseThrow() - median))
                .toArray());
    }

    /** The value of the newest run; empty if it has none. */
    public OptionalDouble latest() {
        return values.getLast();
    }

    /** The median of all runs before the newest one; empty if none has a value. */
    public OptionalDouble earlier() {
        double[] before = present(values.subList(0, values.size() - 1));
        return before.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(before));
    }

    /** The scale of a change in this row. */
    public Change.Scale scale() {
        boolean isRatio = metric.comparison().way() != MetricComparison.Way.DIFFERENCE
                && values.stream().allMatch(value -> value.orElse(1) > 0);
        return isRatio ? Change.Scale.LOG_RATIO : Change.Scale.DIFFERENCE;
    }

    /** The newest run against the median of those before it: a share such as -0.1, or a difference in the metric's unit. */
    public OptionalDouble change() {
        return latest().isPresent() && earlier().isPresent()
                ? OptionalDouble.of(change(earlier().getAsDouble(), latest().getAsDouble()))
                : OptionalDouble.empty();
    }

    /** The change from one value to another: a share such as -0.1, or a difference in the metric's unit. */
    public double change(double from, double to) {
        return scale() == Change.Scale.LOG_RATIO ? to / from - 1 : to - from;
    }

    HistoryRow with(Optional<SeriesStep> found) {
        return new HistoryRow(metric, level, variant, values, found);
    }

    SeriesStep stepAt(int run) {
        return new SeriesStep(
                run,
                Median.of(present(values.subList(0, run))),
                Median.of(present(values.subList(run, values.size()))));
    }

    private static double[] present(List<OptionalDouble> values) {
        return values.stream().flatMapToDouble(OptionalDouble::stream).toArray();
    }
}
