package dev.ralbench.result;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.Proportions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A service level objective: limits on a level's response times and errors.
 *
 * @param limits at least one, of metrics in {@link #METRICS}
 */
public record Slo(List<MetricLimit> limits) {
    /** The metrics that are known of a level while the load goes on. */
    public static final Set<Metric> METRICS = Stream.concat(
                    RequestMetrics.PERCENTILES.stream(),
                    Stream.of(RequestMetrics.MEAN, RequestMetrics.MAX, RequestMetrics.ERRORS))
            .collect(Collectors.toUnmodifiableSet());

    /** The probability with which a percentile is called met although it is not, and the other way round, at most. */
    public static final double RISK = 0.05;

    /** The default limit on errors. Without one, a target that fails fast would look quick. */
    private static final MetricLimit FEW_ERRORS =
            new MetricLimit(RequestMetrics.ERRORS, Optional.empty(), MetricLimit.Operator.AT_MOST, 0.01);

    public Slo {
        limits = List.copyOf(limits);
        for (var limit : limits) {
            if (!METRICS.contains(limit.metric())) {
                throw new IllegalArgumentException(
                        "no level can be judged by " + limit.metric().key() + " while the load goes on");
            }
        }
    }

    /** The limits, plus one for errors if there is none. */
    public static Slo of(List<MetricLimit> limits) {
        boolean hasErrors = limits.stream().anyMatch(limit -> limit.metric() == RequestMetrics.ERRORS);
        return new Slo(
                hasErrors
                        ? limits
                        : Stream.concat(limits.stream(), Stream.of(FEW_ERRORS)).toList());
    }

    /** Such as {@code p99 at most 200 ms, errors at most 1.00 %}. */
    public String words() {
        return String.join(
                ", ",
                limits.stream()
                        .map(limit -> limit.metric().title() + " " + limit.words())
                        .toList());
    }

    /** Whether a level's requests meet an objective. */
    public enum Judgement {
        MET,
        /** Too few requests, or too close to the limit. */
        UNCLEAR,
        MISSED;

        private static Judgement of(boolean isMet) {
            return isMet ? MET : MISSED;
        }
    }

    /**
     * A level's value for a limit.
     *
     * @param value empty if there are too few requests to state it
     * @param beyond basis to judge a percentile; empty of other metrics
     */
    public record Reading(MetricLimit limit, OptionalDouble value, Optional<Beyond> beyond, Judgement judgement) {}

    /**
     * Successful requests that took longer than a limit.
     *
     * @param count from 0 to {@code of}
     * @param of all successful requests, at least 1
     */
    public record Beyond(long count, long of) {

        /** Whether a share of such requests is shown to be within a limit, or above it, by Clopper and Pearson. */
        private Judgement judge(double mostShare) {
            if (Proportions.upperBound(count, of, RISK) <= mostShare) {
                return Judgement.MET;
            }
            return Proportions.lowerBound(count, of, RISK) > mostShare ? Judgement.MISSED : Judgement.UNCLEAR;
        }
    }

    /** A level's values, limit by limit. */
    public List<Reading> readings(WindowMeasurement level) {
        return readings(
                        level.requests().successful(),
                        level.requests().errorShare().orElse(0))
                .toList();
    }

    /** Whether a level is as it has to be. */
    public Judgement judge(WindowMeasurement level) {
        return judge(
                level.requests().successful(), level.requests().errorShare().orElse(0));
    }

    /**
     * Whether a level is as it has to be. Without any success it is not.
     *
     * @param errorShare failed requests of all, from 0 to 1
     */
    public Judgement judge(LatencyDistribution successful, double errorShare) {
        return successful.count() == 0
                ? Judgement.MISSED
                : readings(successful, errorShare)
                        .map(Reading::judgement)
                        .max(Judgement::compareTo)
                        .orElse(Judgement.MET);
    }

    private Stream<Reading> readings(LatencyDistribution successful, double errorShare) {
        return limits.stream().map(limit -> reading(limit, successful, errorShare));
    }

    private static Reading reading(MetricLimit limit, LatencyDistribution successful, double errorShare) {
        var percent = limit.metric().percentile();
        return percent.isPresent()
                ? percentile(limit, percent.getAsDouble(), successful)
                : asMeasured(limit, measured(limit.metric(), successful, errorShare));
    }

    /** The value of a metric that is no percentile. */
    private static OptionalDouble measured(Metric metric, LatencyDistribution successful, double errorShare) {
        if (metric == RequestMetrics.ERRORS) {
            return OptionalDouble.of(errorShare);
        }
        return metric == RequestMetrics.MAX ? successful.maxMillis() : successful.meanMillis();
    }

    private static Reading asMeasured(MetricLimit limit, OptionalDouble value) {
        boolean isMet = value.isPresent() && limit.holds(value.getAsDouble());
        return new Reading(limit, value, Optional.empty(), Judgement.of(isMet));
    }

    private static Reading percentile(MetricLimit limit, double percent, LatencyDistribution successful) {
        if (successful.count() == 0) {
            return asMeasured(limit, OptionalDouble.empty());
        }
        var beyond = new Beyond(successful.count(millis -> !limit.holds(millis)), successful.count());
        return new Reading(
                limit, successful.percentileMillis(percent), Optional.of(beyond), beyond.judge((100 - percent) / 100));
    }
}
