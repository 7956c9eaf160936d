package dev.ralbench.result;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.OverTrials;
import dev.ralbench.statistics.Median;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of a variant for all its trials: each metric says whether its trials are merged, or the typical one stands
 * for them ({@link OverTrials}). Used by one thread.
 */
public final class VariantFigures {
    private final List<WindowMeasurement> trials;
    /** Merging takes milliseconds, so it is done once, and only if a figure needs it. */
    private Optional<WindowMeasurement> together = Optional.empty();

    /** @param trials measurements of each at one level */
    public VariantFigures(List<WindowMeasurement> trials) {
        this.trials = List.copyOf(trials);
    }

    /** The variant's figure of one metric; empty if no trial has a value. */
    public OptionalDouble of(Metric metric) {
        if (metric.overTrials() == OverTrials.MERGED) {
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
