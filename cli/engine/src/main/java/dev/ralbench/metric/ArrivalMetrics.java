package dev.ralbench.metric;

import dev.ralbench.measurement.OpenLoad;
import java.util.List;
import java.util.OptionalDouble;

/** Metrics of windows in which requests arrived at a rate. */
public final class ArrivalMetrics {

    public static final Metric OFFERED = new Metric(
            "offered",
            "offered",
            MetricUnit.PER_SECOND,
            Better.NEITHER,
            "Requests per second that were due in an open phase, by its plan. What goodput is to be held against. If"
                    + " journeys arrive, journeys per second: goodput@NAME of a journey is to be held against them.",
            MetricSource.open((w, open) -> OptionalDouble.of(open.offeredPerSecond())),
            MetricComparison.none());
    public static final Metric SENT = new Metric(
            "sent",
            "sent",
            MetricUnit.PER_SECOND,
            Better.NEITHER,
            "Requests per second that were really sent in an open phase, or journeys that were begun. Below what was"
                    + " offered: all connections were busy.",
            MetricSource.open((w, open) -> MetricSource.perSecond(w, (double) open.sent())),
            MetricComparison.none());
    public static final Metric SERVICE_P50 = new Metric(
            "service.p50",
            "service p50",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Median time from the actual send in an open phase; p50 counts from when the request was due.",
            MetricSource.percentileOfRequests(50, MetricSource.openPercentile(OpenLoad::service)),
            MetricComparison.ofLevel(0.05, 0.10));
    public static final Metric SERVICE_P99 = new Metric(
            "service.p99",
            "service p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The same for 99 of 100. What it is below p99 was spent waiting for a connection, or for the generator.",
            MetricSource.percentileOfRequests(99, MetricSource.openPercentile(OpenLoad::service)),
            MetricComparison.ofLevel(0.10, 0.25).needing(10_000));
    public static final Metric LATE_P99 = new Metric(
            "late.p99",
            "late p99",
            MetricUnit.MILLIS,
            Better.NEITHER,
            "How late the generator itself came to 99 of 100 requests of an open phase.",
            MetricSource.percentile(99, MetricSource.openPercentile(OpenLoad::late)),
            MetricComparison.none());
    public static final Metric WAITING = new Metric(
            "waiting",
            "waiting",
            MetricUnit.COUNT,
            Better.LOWER,
            "Requests that were due and not sent at the end of an open phase, because all connections were busy.",
            MetricSource.open((w, open) -> MetricSource.count(open.waitingAtEnd())),
            MetricComparison.none());

    /** All of them, in the order of files and tables. */
    static final List<Metric> ALL = List.of(OFFERED, SENT, SERVICE_P50, SERVICE_P99, LATE_P99, WAITING);

    private ArrivalMetrics() {}
}
