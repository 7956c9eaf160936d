package dev.ralbench.measurement;

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

    /**
     * What a level is held against a threshold by.
     *
     * @param by the metric of the threshold or, where there are too few samples for that percentile, the next lower one
     *     that can be told: if that is too much already, so is the other
     * @param value of that metric; empty where not even that can be told
     */
    public record Reading(Threshold threshold, Metric by, OptionalDouble value) {
        /** What cannot be told is no breach. */
        public boolean holds() {
            return value.isEmpty() || threshold.holds(value.getAsDouble());
        }
    }

    /** What a level is judged by, threshold by threshold. */
    public List<Reading> readings(WindowMeasurement level) {
        return readings(level.successful(), level.errorShare().orElse(0)).toList();
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
        return successful.count() > 0 && readings(successful, errorShare).allMatch(Reading::holds);
    }

    private Stream<Reading> readings(LatencyDistribution successful, double errorShare) {
        return thresholds.stream().map(threshold -> reading(threshold, successful, errorShare));
    }

    private static Reading reading(Threshold threshold, LatencyDistribution successful, double errorShare) {
        var metric = threshold.metric();
        return switch (metric) {
            case MEAN -> new Reading(threshold, metric, successful.meanMillis());
            case MAX -> new Reading(threshold, metric, successful.maxMillis());
            case ERRORS -> new Reading(threshold, metric, OptionalDouble.of(errorShare));
            default -> percentile(threshold, successful);
        };
    }

    private static Reading percentile(Threshold threshold, LatencyDistribution successful) {
        int asked = PERCENTILES.indexOf(threshold.metric());
        return PERCENTILES.subList(asked, PERCENTILES.size()).stream()
                .map(candidate -> new Reading(threshold, candidate, successful.percentileMillis(percent(candidate))))
                .filter(reading -> reading.value().isPresent())
                .findFirst()
                .orElseGet(() -> new Reading(threshold, threshold.metric(), OptionalDouble.empty()));
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
