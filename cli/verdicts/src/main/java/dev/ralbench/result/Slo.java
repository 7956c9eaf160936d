package dev.ralbench.result;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.ClusteredShare;
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
    /** The metrics that are known of a level while the load goes on: of all requests, and of those of one name. */
    public static final Set<Metric> METRICS = Stream.concat(
                    RequestMetrics.PERCENTILES.stream(),
                    Stream.of(RequestMetrics.MEAN, RequestMetrics.MAX, RequestMetrics.ERRORS))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * The probability with which a percentile is called met although it is not, and missed although it is met.
     *
     * @param met above 0 and below 0.5
     * @param missed above 0 and below 0.5
     */
    public record Risk(double met, double missed) {
        /** Of requests that are looked at once. */
        public static final Risk ONE_LOOK = new Risk(RISK, RISK);

        /**
         * Of each of two looks at a level that is held again if it is not decided. Both together are wrong in 5 of 100
         * cases on either side. Half of that for each is about right, with a little less for met: slow requests come in
         * bursts, and without a burst too much looks well.
         */
        public static final Risk OF_TWO_LOOKS = new Risk(0.024, 0.029);
    }

    /** Of a word, on either side. */
    public static final double RISK = 0.05;

    private static final double SLOT_SECONDS = 0.25;

    /** The default limit on errors. Without one, a target that fails fast would look quick. */
    private static final MetricLimit FEW_ERRORS =
            new MetricLimit(RequestMetrics.ERRORS, Optional.empty(), MetricLimit.Operator.AT_MOST, 0.01);

    public Slo {
        limits = List.copyOf(limits);
        for (var limit : limits) {
            if (!judgesBy(limit.metric())) {
                throw new IllegalArgumentException(
                        "no level can be judged by " + limit.metric().key() + " while the load goes on");
            }
        }
    }

    /** Whether a level can be judged by a metric, be it of all requests or of those of one name. */
    public static boolean judgesBy(Metric metric) {
        return METRICS.contains(metric.ofAll());
    }

    /** The names of requests or journeys that have limits of their own. */
    public Set<String> names() {
        return limits.stream().flatMap(limit -> limit.metric().name().stream()).collect(Collectors.toUnmodifiableSet());
    }

    /** The limits, plus one for errors of all requests if there is none. */
    public static Slo of(List<MetricLimit> limits) {
        boolean hasErrors = limits.stream().anyMatch(limit -> limit.metric().equals(RequestMetrics.ERRORS));
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

    /** The limits of percentiles among these, for whose sake responses beyond them are counted over time. */
    public static SlotLimits slotLimits(List<MetricLimit> limits) {
        return SlotLimits.of(limits.stream()
                .filter(limit -> limit.metric().percentile().isPresent()
                        && limit.metric().name().isEmpty()) // over time only all requests together are counted
                .map(Slo::mostMillis)
                .toList());
    }

    /** The longest response time that is within a limit: times are whole microseconds. */
    private static double mostMillis(MetricLimit limit) {
        double micros = Math.floor(limit.value() * 1e3);
        return (limit.holds(micros / 1e3) ? micros : micros - 1) / 1e3;
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
     * @param mostShare how many may
     * @param designEffect by how much the count varies more than that of requests that do not depend on each other
     */
    public record Beyond(long count, long of, double mostShare, double designEffect) {}

    /** Requests that are held against an objective. */
    public interface Requests {
        /** Times of the successful ones. */
        LatencyDistribution successful();

        /** How many ended, failed ones included. */
        long ended();

        /** The failed ones of all, from 0 to 1. */
        double errorShare();

        /** The time in which they were sent. */
        double seconds();

        /**
         * Successful requests in batches of time, and how many of them took longer than a limit: for each hold without
         * an interruption its batches; empty if they were not counted.
         */
        List<List<ClusteredShare.Cluster>> batches(double mostMillis);
    }

    /** All requests of a level. */
    public interface LevelRequests extends Requests {
        /** Those of one name; none if nothing has the name. */
        Requests of(String name);
    }

    /**
     * The values of requests, limit by limit.
     *
     * @param risk of a wrong word on a percentile
     */
    public List<Reading> readings(LevelRequests requests, Risk risk) {
        return limits.stream().map(limit -> reading(limit, requests, risk)).toList();
    }

    /** Whether requests are as they have to be. Without any success they are not. */
    public Judgement judge(LevelRequests requests, Risk risk) {
        return requests.successful().count() == 0
                ? Judgement.MISSED
                : readings(requests, risk).stream()
                        .map(Reading::judgement)
                        .max(Judgement::compareTo)
                        .orElse(Judgement.MET);
    }

    private static Reading reading(MetricLimit limit, LevelRequests level, Risk risk) {
        var metric = limit.metric();
        var requests = metric.name().<Requests>map(level::of).orElse(level);
        if (metric.name().isPresent() && requests.ended() == 0) {
            // The level was too short, or had too few users, for a journey that is long or rare: it shows nothing.
            return new Reading(limit, OptionalDouble.empty(), Optional.empty(), Judgement.UNCLEAR);
        }
        return metric.percentile().isPresent()
                ? percentile(limit, metric.percentile().getAsDouble(), requests, risk)
                : asMeasured(limit, measured(metric.ofAll(), requests.successful(), requests.errorShare()));
    }

    /** The value of a metric that is no percentile. */
    private static OptionalDouble measured(Metric metric, LatencyDistribution successful, double errorShare) {
        if (metric.equals(RequestMetrics.ERRORS)) {
            return OptionalDouble.of(errorShare);
        }
        return metric.equals(RequestMetrics.MAX) ? successful.maxMillis() : successful.meanMillis();
    }

    private static Reading asMeasured(MetricLimit limit, OptionalDouble value) {
        boolean isMet = value.isPresent() && limit.holds(value.getAsDouble());
        return new Reading(limit, value, Optional.empty(), Judgement.of(isMet));
    }

    private static Reading percentile(MetricLimit limit, double percent, Requests requests, Risk risk) {
        var successful = requests.successful();
        if (successful.count() == 0) {
            return asMeasured(limit, OptionalDouble.empty());
        }
        long count = successful.count(millis -> !limit.holds(millis));
        double slots = Math.max(1, requests.seconds() / SLOT_SECONDS);
        var share = ClusteredShare.of(
                count, successful.count(), successful.count() / slots, requests.batches(mostMillis(limit)));
        double mostShare = (100 - percent) / 100;
        return new Reading(
                limit,
                successful.percentileMillis(percent),
                Optional.of(new Beyond(count, successful.count(), mostShare, share.designEffect())),
                judgement(share, mostShare, risk));
    }

    private static Judgement judgement(ClusteredShare share, double mostShare, Risk risk) {
        if (share.upperBound(risk.met()) <= mostShare) {
            return Judgement.MET;
        }
        return share.lowerBound(risk.missed()) > mostShare ? Judgement.MISSED : Judgement.UNCLEAR;
    }
}
