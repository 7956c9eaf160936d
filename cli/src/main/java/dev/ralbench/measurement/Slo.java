package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A service level objective: what response times and errors of a level may be at most.
 *
 * @param thresholds at least one, of metrics in {@link #METRICS}
 */
public record Slo(List<Threshold> thresholds) {
    /** What can be said of a level while the load goes on. */
    public static final Set<Metric> METRICS =
            Set.of(Metric.MEAN, Metric.P50, Metric.P90, Metric.P99, Metric.P999, Metric.MAX, Metric.ERRORS);

    /** Where nothing is said of errors: a target that fails fast would look quick. */
    private static final Threshold FEW_ERRORS =
            new Threshold(Metric.ERRORS, Optional.empty(), Threshold.Operator.AT_MOST, 0.01);

    private static final List<Metric> PERCENTILES = List.of(Metric.P999, Metric.P99, Metric.P90, Metric.P50);

    public Slo {
        thresholds = List.copyOf(thresholds);
    }

    /** The thresholds, and one for errors where there is none among them. */
    public static Slo of(List<Threshold> thresholds) {
        boolean hasErrors = thresholds.stream().anyMatch(threshold -> threshold.metric() == Metric.ERRORS);
        return new Slo(
                hasErrors
                        ? thresholds
                        : Stream.concat(thresholds.stream(), Stream.of(FEW_ERRORS))
                                .toList());
    }

    /** Such as {@code p99 at most 200 ms, errors at most 1.00 %}. */
    public String words() {
        return String.join(
                ", ",
                thresholds.stream()
                        .map(threshold -> threshold.metric().title() + " " + threshold.words())
                        .toList());
    }

    /** Whether a level is as it has to be. */
    public boolean isMetBy(WindowMeasurement level) {
        return isMetBy(level.successful(), level.errorShare().orElse(0));
    }

    /**
     * Whether a level is as it has to be. Without any success it is not.
     *
     * @param errorShare failed requests of all, from 0 to 1
     */
    public boolean isMetBy(LatencyDistribution successful, double errorShare) {
        return successful.count() > 0
                && thresholds.stream().allMatch(threshold -> holds(threshold, successful, errorShare));
    }

    /** What cannot be told is no breach. */
    private static boolean holds(Threshold threshold, LatencyDistribution successful, double errorShare) {
        var value = value(threshold.metric(), successful, errorShare);
        return value.isEmpty() || threshold.holds(value.getAsDouble());
    }

    private static OptionalDouble value(Metric metric, LatencyDistribution successful, double errorShare) {
        return switch (metric) {
            case MEAN -> successful.meanMillis();
            case MAX -> successful.maxMillis();
            case ERRORS -> OptionalDouble.of(errorShare);
            default -> percentile(metric, successful);
        };
    }

    /** With too few samples for it, the next lower one that can be told: if that is too much already, so is this. */
    private static OptionalDouble percentile(Metric metric, LatencyDistribution successful) {
        var candidates = new ArrayList<>(PERCENTILES.subList(PERCENTILES.indexOf(metric), PERCENTILES.size()));
        return candidates.stream()
                .map(candidate -> successful.percentileMillis(percent(candidate)))
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElseGet(OptionalDouble::empty);
    }

    private static double percent(Metric metric) {
        return switch (metric) {
            case P999 -> 99.9;
            case P99 -> 99;
            case P90 -> 90;
            default -> 50;
        };
    }
}
