package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import dev.ralbench.statistics.Median;
import dev.ralbench.statistics.RunPatterns.Latest;
import dev.ralbench.statistics.RunPatterns.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * One metric of one variant at one level, run after run.
 *
 * @param anchor the variant that values are ratios to; empty if they are the metric's own
 * @param values the median of each run's trials, in the order of the runs; empty for a run without one
 * @param changes what the series does, oldest first
 */
public record HistoryRow(
        Metric metric,
        Level level,
        String variant,
        Optional<String> anchor,
        List<OptionalDouble> values,
        List<SeriesChange> changes) {
    public HistoryRow {
        values = List.copyOf(values);
        changes = List.copyOf(changes);
    }

    /**
     * A change that a series shows.
     *
     * @param from place of its first run
     * @param before of a step the median of the stretch before it; of a trend the line at its first run; of latest runs the
     *     level that the runs before them let expect
     * @param after of a step the median of the stretch after it; of a trend the line at the newest run; of latest runs their
     *     median
     * @param known why it is no news; empty if it is
     */
    public record SeriesChange(Kind kind, int from, double before, double after, Optional<String> known) {
        /** What kind of change it is. */
        public enum Kind {
            STEP,
            TREND,
            LATEST,
        }
    }

    /** Such as {@code goodput@1024}. */
    public String id() {
        return metric.key() + "@" + level.name();
    }

    /** The number of runs that have a value. */
    public int count() {
        return present(0, values.size()).length;
    }

    /** The median of all runs that have a value. */
    public double median() {
        return Median.of(present(0, values.size()));
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

    /**
     * What the newest run is held against: the stretch before the last change, or the start of a trend; after a step that
     * is known the stretch since. If the series shows no change, the median of all runs before the newest one; empty if none has a value.
     */
    public OptionalDouble earlier() {
        if (!changes.isEmpty()) {
            var last = changes.getLast();
            boolean isNewLevel =
                    last.kind() == SeriesChange.Kind.STEP && last.known().isPresent();
            return OptionalDouble.of(isNewLevel ? last.after() : last.before());
        }
        double[] before = present(0, values.size() - 1);
        return before.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(before));
    }

    /** The scale of a change in this row. */
    public Change.Scale scale() {
        boolean isRatio = metric.comparison().way() != MetricComparison.Way.DIFFERENCE
                && values.stream().allMatch(value -> value.orElse(1) > 0);
        return isRatio ? Change.Scale.LOG_RATIO : Change.Scale.DIFFERENCE;
    }

    /** The newest run against {@link #earlier}: a share such as -0.1, or a difference in the metric's unit. */
    public OptionalDouble change() {
        return latest().isPresent() && earlier().isPresent()
                ? OptionalDouble.of(change(earlier().getAsDouble(), latest().getAsDouble()))
                : OptionalDouble.empty();
    }

    /** The change from one value to another: a share such as -0.1, or a difference in the metric's unit. */
    public double change(double from, double to) {
        return isRatio() ? to / from - 1 : to - from;
    }

    private boolean isRatio() {
        return scale() == Change.Scale.LOG_RATIO;
    }

    /** The values as tests see them, NaN for a run without one: logarithms of ratios. */
    public double[] series() {
        DoubleUnaryOperator form = isRatio() ? StrictMath::log : value -> value;
        return values.stream()
                .mapToDouble(value -> value.isPresent() ? form.applyAsDouble(value.getAsDouble()) : Double.NaN)
                .toArray();
    }

    /** The least deviation of a run that is believed, on the scale of {@link #series}: a tenth of what is material. */
    double resolution() {
        double material = metric.comparison().material();
        return (isRatio() ? StrictMath.log1p(material) : material) / 10;
    }

    /** A copy with what its series does. */
    HistoryRow with(Pattern pattern, Acknowledgements known, List<String> runs) {
        DoubleUnaryOperator value = isRatio() ? StrictMath::exp : number -> number;
        var found = new ArrayList<SeriesChange>();
        var ends = new ArrayList<>(pattern.steps());
        int end = pattern.latest().map(Latest::from).orElse(values.size());
        ends.add(end);
        var starts = new ArrayList<>(pattern.steps());
        pattern.latest().map(Latest::from).ifPresent(starts::add);
        int from = 0;
        for (int i = 0; i < pattern.steps().size(); i++) {
            int step = pattern.steps().get(i);
            found.add(new SeriesChange(
                    SeriesChange.Kind.STEP,
                    step,
                    Median.of(present(from, step)),
                    Median.of(present(step, Math.max(step + 1, ends.get(i + 1)))),
                    known.ofStep(this, step, starts, runs)));
            from = step;
        }
        pattern.trend()
                .ifPresent(trend -> found.add(new SeriesChange(
                        SeriesChange.Kind.TREND,
                        trend.from(),
                        value.applyAsDouble(trend.first()),
                        value.applyAsDouble(trend.last()),
                        known.ofTrend(this, trend.from(), runs))));
        pattern.latest()
                .ifPresent(latest -> found.add(new SeriesChange(
                        SeriesChange.Kind.LATEST,
                        latest.from(),
                        value.applyAsDouble(latest.expected()),
                        Median.of(present(latest.from(), values.size())),
                        known.ofStep(this, latest.from(), starts, runs))));
        return new HistoryRow(metric, level, variant, anchor, values, found);
    }

    private double[] present(int from, int to) {
        return values.subList(from, to).stream()
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
    }
}
