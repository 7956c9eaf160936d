package dev.ralbench.result;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.ArrivalMetrics;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.Median;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The figures of a variant for all its trials. Response times and errors are of all trials together: a percentile cannot
 * be averaged, and an error in one trial must not vanish in a median. Rates, peaks and costs are those of the typical
 * trial. Used by one thread.
 */
public final class VariantFigures {
    private static final Set<Metric> OF_ALL_TRIALS_TOGETHER = Set.of(
            RequestMetrics.MEAN,
            RequestMetrics.STDDEV,
            RequestMetrics.P50,
            RequestMetrics.P90,
            RequestMetrics.P99,
            RequestMetrics.P999,
            RequestMetrics.MAX,
            RequestMetrics.CONNECT_P99,
            RequestMetrics.P99_CORRECTED,
            RequestMetrics.P999_CORRECTED,
            ArrivalMetrics.SERVICE_P50,
            ArrivalMetrics.SERVICE_P99,
            ArrivalMetrics.LATE_P99,
            RequestMetrics.STALL,
            RequestMetrics.ERRORS);

    private final List<WindowMeasurement> trials;
    /** Merging takes milliseconds, so it is done once, and only if a figure needs it. */
    private Optional<WindowMeasurement> together = Optional.empty();

    /** @param trials measurements of each at one level */
    public VariantFigures(List<WindowMeasurement> trials) {
        this.trials = List.copyOf(trials);
    }

    /** The variant's figure of one metric; empty if no trial has a value. */
    public OptionalDouble of(Metric metric) {
        if (OF_ALL_TRIALS_TOGETHER.contains(metric)) {
            together = together.or(() -> trials.stream().reduce(WindowMeasurement::plus));
            return together.map(metric::of).orElseGet(OptionalDouble::empty);
        }
        double[] values = trials.stream()
                .map(metric::of)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(values));
    }
}
