package dev.ralbench.result;

import dev.ralbench.Failure;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.OverTrials;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.Median;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The figures of a variant for all its trials: each metric says whether its trials are merged, or the typical one stands
 * for them ({@link OverTrials}). The same figures as in tables. Used by one thread.
 */
public final class VariantFigures {
    private final List<WindowMeasurement> trials;
    /** Merging takes milliseconds, so it is done once, and only if a figure needs it. */
    private Optional<WindowMeasurement> together = Optional.empty();
    /** A table asks for a figure several times, and a median of some takes a walk through each trial's distribution. */
    private final Map<Metric, OptionalDouble> known = new HashMap<>();

    /** @param trials measurements of each at one level */
    public VariantFigures(List<WindowMeasurement> trials) {
        this.trials = List.copyOf(trials);
    }

    /** The variant's figure of one metric; empty if no trial has a value. */
    public OptionalDouble of(Metric metric) {
        return known.computeIfAbsent(metric, this::figure);
    }

    private OptionalDouble figure(Metric metric) {
        if (metric.overTrials() == OverTrials.MERGED) {
            return together().map(metric::of).orElseGet(OptionalDouble::empty);
        }
        double[] values = trials.stream()
                .map(metric::of)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Median.of(values));
    }

    private Optional<WindowMeasurement> together() {
        together = together.or(() -> trials.stream().reduce(WindowMeasurement::plus));
        return together;
    }

    /**
     * A percentile of the response times of successful requests, of all trials together.
     *
     * @param percent above 0 and below 100, such as 99.9; the longest response time is {@link RequestMetrics#MAX}
     * @throws Failure of usage if it is another, invalid if there are too few requests
     */
    public Duration percentile(double percent) {
        if (!(percent > 0 && percent < 100)) {
            throw Failure.usage(
                    "there is no percentile " + percent,
                    "a percentile is above 0 and below 100",
                    "write 99.9 for p99.9; the longest response time is value(RequestMetrics.MAX)");
        }
        var merged = together();
        return merged
                .map(found -> found.requests().successful().percentileMillis(percent))
                .orElseGet(OptionalDouble::empty)
                .stream()
                .mapToObj(VariantFigures::duration)
                .findFirst()
                .orElseThrow(() -> none("p" + (percent == Math.rint(percent) ? "" + (long) percent : "" + percent)));
    }

    /** The median response time of successful requests; see {@link #percentile}. */
    public Duration p50() {
        return duration(value(RequestMetrics.P50));
    }

    /** 99 of 100 successful requests took no longer than this; see {@link #percentile}. */
    public Duration p99() {
        return duration(value(RequestMetrics.P99));
    }

    /** Successful responses per second. */
    public double goodput() {
        return value(RequestMetrics.GOODPUT);
    }

    /** Failed requests as a share of those that ended, from 0 to 1. */
    public double errors() {
        return value(RequestMetrics.ERRORS);
    }

    /**
     * The figure of a metric, in its unit.
     *
     * @throws Failure if it was not measured
     */
    public double value(Metric metric) {
        return of(metric).orElseThrow(() -> none(metric.key()));
    }

    private static Duration duration(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    private static Failure none(String figure) {
        return Failure.invalid(
                "there is no " + figure,
                "it needs more requests, or a look into the process of the target",
                "measure longer, with more users, or with the process ID of the target");
    }
}
