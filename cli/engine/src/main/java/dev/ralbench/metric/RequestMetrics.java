package dev.ralbench.metric;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Metrics of the requests of a window, of open and closed loads. */
public final class RequestMetrics {

    public static final Metric GOODPUT = new Metric(
            "goodput",
            "goodput",
            MetricUnit.PER_SECOND,
            Better.HIGHER,
            "Successful responses per second. Without think time, users divided by the mean response time.",
            MetricSource.ofRequests(WindowMeasurement::goodputPerSecond)
                    .resolvedBy(MetricSource::onePerWindow)
                    .shownByName(),
            MetricComparison.rate(0.05, 0.10).inHeadline());
    public static final Metric REQUESTS = new Metric(
            "requests",
            "requests",
            MetricUnit.COUNT,
            Better.HIGHER,
            "Requests that ended within the window, failed ones included: what RPS is the rate of. One that a warm-up"
                    + " began counts where it ended; those dropped at the planned stop do not.",
            MetricSource.of(w -> MetricSource.count(w.requests().completions().ended()))
                    .byName(),
            MetricComparison.none());
    public static final Metric REQUESTS_PER_SECOND = new Metric(
            "rps",
            "RPS",
            MetricUnit.PER_SECOND,
            Better.HIGHER,
            "Ended requests per second of the window, failed ones included: what Gatling and ab print.",
            MetricSource.ofRequests(w -> MetricSource.perSecond(
                            w, (double) w.requests().completions().ended()))
                    .resolvedBy(MetricSource::onePerWindow)
                    .byName(),
            // In a closed model it repeats goodput.
            MetricComparison.rate(0.05, 0.10));
    public static final Metric PEAK_PER_SECOND = new Metric(
            "rps.peak",
            "peak RPS",
            MetricUnit.PER_SECOND,
            Better.HIGHER,
            "Most requests that ended within any one second, failed ones included: the top of a chart of JMeter. Of a burst"
                    + " it says how close together its requests arrive and are answered, not what the service sustains.",
            MetricSource.of(window -> window.requests().peakPerSecond()),
            // As a maximum: the longer the level, the higher.
            MetricComparison.none());
    public static final Metric TOTAL_TIME = new Metric(
            "total-time",
            "total time",
            MetricUnit.SECONDS,
            Better.LOWER,
            "From the first request to the last answer, where a number of requests is to be done: what ab prints as the time"
                    + " taken for tests. Of a load that is run several times the sum; none where requests are still open.",
            MetricSource.of(MetricSource::totalSeconds),
            MetricComparison.rate(0.05, 0.10));
    public static final Metric MEAN = new Metric(
            "mean",
            "mean",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Mean response time of successful requests. Hides everything about the tail.",
            MetricSource.ofRequests(w -> w.requests().successful().meanMillis())
                    .merged()
                    .byName(),
            // In a closed model it repeats goodput.
            MetricComparison.rate(0.05, 0.10));
    public static final Metric STDDEV = new Metric(
            "stddev",
            "stddev",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Standard deviation of the response times; over a whole ramp mostly the spread between its levels.",
            MetricSource.of(w -> w.requests().successful().stddevMillis())
                    .merged()
                    .byName(),
            MetricComparison.none());
    public static final Metric P50 = new Metric(
            "p50",
            "p50",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Half of the successful requests took no longer than this.",
            MetricSource.percentileOfRequests(
                            50, (w, p) -> w.requests().successful().percentileMillis(p))
                    .shownByName(),
            MetricComparison.ofLevel(0.05, 0.10).inHeadline());
    public static final Metric P90 = new Metric(
            "p90",
            "p90",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Nine of ten successful requests took no longer than this.",
            MetricSource.percentileOfRequests(
                            90, (w, p) -> w.requests().successful().percentileMillis(p))
                    .byName(),
            MetricComparison.ofLevel(0.05, 0.10).inHeadline());
    public static final Metric P95 = new Metric(
            "p95",
            "p95",
            MetricUnit.MILLIS,
            Better.LOWER,
            "19 of 20 successful requests took no longer than this, as k6 and Gatling print it; needs 200 of them.",
            MetricSource.percentileOfRequests(
                            95, (w, p) -> w.requests().successful().percentileMillis(p))
                    .byName(),
            MetricComparison.ofLevel(0.05, 0.10).needing(2_000).inHeadline());
    public static final Metric P99 = new Metric(
            "p99",
            "p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "99 of 100 successful requests took no longer than this; needs 1 000 of them.",
            MetricSource.percentileOfRequests(
                            99, (w, p) -> w.requests().successful().percentileMillis(p))
                    .shownByName(),
            MetricComparison.ofLevel(0.10, 0.25).needing(10_000).inHeadline());
    public static final Metric P99_CORRECTED = new Metric(
            "p99.co-est",
            "p99 CO-est.",
            MetricUnit.MILLIS,
            Better.LOWER,
            "An estimate of what p99 would be if users had not waited for slow answers: HdrHistogram's correction with"
                    + " the level's mean cycle (response and think time) as the interval. Next to p99, never in its"
                    + " place; an open load has none, because it needs none.",
            MetricSource.percentileOfRequests(99, WindowMeasurement::correctedPercentileMillis),
            MetricComparison.ofLevel(0.10, 0.25).needing(10_000));
    public static final Metric P999 = new Metric(
            "p999",
            "p99.9",
            MetricUnit.MILLIS,
            Better.LOWER,
            "999 of 1 000 successful requests took no longer than this; needs 10 000 of them.",
            MetricSource.percentileOfRequests(
                            99.9, (w, p) -> w.requests().successful().percentileMillis(p))
                    .byName(),
            MetricComparison.ofLevel(0.20, 0.50).needing(100_000).inHeadline());
    public static final Metric P999_CORRECTED = new Metric(
            "p999.co-est",
            "p99.9 CO-est.",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The same estimate for p99.9.",
            MetricSource.percentileOfRequests(99.9, WindowMeasurement::correctedPercentileMillis),
            MetricComparison.ofLevel(0.20, 0.50).needing(100_000));
    public static final Metric MAX = new Metric(
            "max",
            "max",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The slowest successful request. Grows with their number, so never compared.",
            MetricSource.of(w -> w.requests().successful().maxMillis()).merged().byName(),
            MetricComparison.none());
    public static final Metric ERRORS = new Metric(
            "errors",
            "errors",
            MetricUnit.SHARE,
            Better.LOWER,
            "Failed requests as a share of those that ended.",
            MetricSource.ofRequests(window -> window.requests().errorShare())
                    .merged()
                    .shownByName(),
            MetricComparison.difference(0.001, 0.001).inHeadline());
    public static final Metric TIMEOUTS = new Metric(
            "timeouts",
            "timeouts",
            MetricUnit.SHARE,
            Better.LOWER,
            "Requests without an answer within the timeout as a share of those that ended.",
            MetricSource.ofRequests(window -> window.requests().timeoutShare())
                    .merged()
                    .byName(),
            MetricComparison.difference(0.001, 0.001));
    public static final Metric STALL = new Metric(
            "stall",
            "stall",
            MetricUnit.SECONDS,
            Better.LOWER,
            "The longest time without any completion: shows a pause that closed-loop percentiles hide.",
            MetricSource.of(w -> OptionalDouble.of(w.requests().longestStallSeconds()))
                    .resolvedBy(w -> WindowRequests.SHORTEST_STALL_SECONDS)
                    .merged(),
            MetricComparison.ofLevel(0.50, 1.00).inHeadline());
    public static final Metric STALL_SECONDS = new Metric(
            "stall.seconds",
            "stalled",
            MetricUnit.SECONDS,
            Better.LOWER,
            "Time in which fewer than half as many requests ended as usual at that level; taken from the series.",
            MetricSource.outsideWindows(),
            MetricComparison.difference(0.5, 1));
    public static final Metric CONNECT_P99 = new Metric(
            "connect.p99",
            "connect p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "99 of 100 connections were set up in no longer than this; no part of any response time.",
            MetricSource.percentile(99, (w, p) -> w.requests().connecting().percentileMillis(p)),
            MetricComparison.none());
    public static final Metric FIRST_BYTE_P50 = new Metric(
            "first-byte.p50",
            "first byte p50",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Half of the successful requests had the first byte of their response within this time, which counts from the"
                    + " same start as the response time: time_starttransfer of curl, http_req_waiting of k6.",
            MetricSource.percentile(50, RequestMetrics::firstByte).byName(),
            MetricComparison.ofLevel(0.05, 0.10));
    public static final Metric FIRST_BYTE_P99 = new Metric(
            "first-byte.p99",
            "first byte p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "99 of 100 successful requests had the first byte of their response within this time; needs 1 000 of them.",
            MetricSource.percentile(99, RequestMetrics::firstByte).byName(),
            MetricComparison.ofLevel(0.10, 0.25).needing(10_000));
    public static final Metric TRANSFER_RATE = new Metric(
            "transfer-rate",
            "received",
            MetricUnit.BYTES_PER_SECOND,
            Better.HIGHER,
            "Bytes received per second, heads included and TLS left out: the transfer rate of wrk and ab, data_received of k6.",
            MetricSource.transfer((window, bytes) -> MetricSource.perSecond(window, (double) bytes.receivedBytes()))
                    .resolvedBy(MetricSource::onePerWindow),
            // Of responses that are alike it repeats goodput; where they get smaller, less is no regression.
            MetricComparison.none());
    public static final Metric SENT_RATE = new Metric(
            "sent-rate",
            "sent bytes",
            MetricUnit.BYTES_PER_SECOND,
            Better.HIGHER,
            "Bytes sent per second, heads included and TLS left out: data_sent of k6.",
            MetricSource.transfer((window, bytes) -> MetricSource.perSecond(window, (double) bytes.sentBytes()))
                    .resolvedBy(MetricSource::onePerWindow),
            // All requests are alike: it repeats RPS.
            MetricComparison.none());
    public static final Metric BODY_PER_RESPONSE = new Metric(
            "body/response",
            "body/resp",
            MetricUnit.BYTES,
            Better.LOWER,
            "Mean length of the bodies as they were transferred, of all whole responses whatever their status: ab's document"
                    + " length.",
            MetricSource.transfer((window, bytes) -> MetricSource.quotient(bytes.bodyBytes(), bytes.responses())),
            // One response of an error among many moves the mean by less.
            MetricComparison.exact(0.5, 0.02, 0.05));
    public static final Metric RECEIVED_PER_REQUEST = new Metric(
            "received/request",
            "received/req",
            MetricUnit.BYTES,
            Better.LOWER,
            "Bytes received per ended request, heads included: what JMeter prints as average bytes.",
            MetricSource.transfer((window, bytes) -> MetricSource.quotient(
                    bytes.receivedBytes(), window.requests().completions().ended())),
            MetricComparison.rate(0.02, 0.05));

    /** All of them, in the order of files and tables. */
    static final List<Metric> ALL = List.of(
            GOODPUT,
            REQUESTS,
            REQUESTS_PER_SECOND,
            PEAK_PER_SECOND,
            TOTAL_TIME,
            MEAN,
            STDDEV,
            P50,
            P90,
            P95,
            P99,
            P99_CORRECTED,
            P999,
            P999_CORRECTED,
            MAX,
            ERRORS,
            TIMEOUTS,
            STALL,
            STALL_SECONDS,
            CONNECT_P99,
            FIRST_BYTE_P50,
            FIRST_BYTE_P99,
            TRANSFER_RATE,
            SENT_RATE,
            BODY_PER_RESPONSE,
            RECEIVED_PER_REQUEST);

    /** The percentiles of successful requests' response times, ascending; estimates have a key of two words. */
    public static final List<Metric> PERCENTILES = ALL.stream()
            .filter(metric -> metric.percentile().isPresent() && !metric.key().contains("."))
            .sorted(Comparator.comparingDouble(metric -> metric.percentile().orElseThrow()))
            .toList();

    private RequestMetrics() {}

    private static OptionalDouble firstByte(WindowMeasurement window, double percentile) {
        return window.requests()
                .firstByte()
                .map(times -> times.percentileMillis(percentile))
                .orElseGet(OptionalDouble::empty);
    }
}
