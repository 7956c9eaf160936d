package dev.ralbench.reference;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests.Transfer;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.reference.ReferenceFigures.Tool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A figure that a tool's report prints, and what of a measurement is the same.
 *
 * @param title as the tool calls it
 * @param key of published figures: that of a metric, if one is the same
 * @param measure of one trial, in the unit
 * @param isOfBytes whether it is about bytes that were transferred, which older results do not have
 */
record StudyLine(
        String title,
        String key,
        MetricUnit unit,
        Function<WindowMeasurement, OptionalDouble> measure,
        boolean isOfBytes) {
    private static final StudyLine FAILED = measured(
            "failed",
            "errors.count",
            MetricUnit.COUNT,
            w -> OptionalDouble.of((double) w.requests().failed()));
    private static final StudyLine FASTEST = measured(
            "min", "min", MetricUnit.MILLIS, w -> w.requests().successful().minMillis());

    private static final List<StudyLine> GATLING = List.of(
            of("requests", RequestMetrics.REQUESTS),
            FAILED,
            of("requests/s", RequestMetrics.REQUESTS_PER_SECOND),
            FASTEST,
            of("50th pct", RequestMetrics.P50),
            percentile("75th pct", 75),
            of("95th pct", RequestMetrics.P95),
            of("99th pct", RequestMetrics.P99),
            of("max", RequestMetrics.MAX),
            of("mean", RequestMetrics.MEAN),
            of("std dev", RequestMetrics.STDDEV));

    private static final List<StudyLine> JMETER = List.of(
            measured("samples", "samples", MetricUnit.COUNT, RequestMetrics.REQUESTS::of),
            of("average", RequestMetrics.MEAN),
            of("median", RequestMetrics.P50),
            FASTEST,
            of("max", RequestMetrics.MAX),
            of("std. dev.", RequestMetrics.STDDEV),
            FAILED,
            of("error %", RequestMetrics.ERRORS),
            of("throughput", RequestMetrics.REQUESTS_PER_SECOND),
            of("peak throughput", RequestMetrics.PEAK_PER_SECOND),
            of("total time", RequestMetrics.TOTAL_TIME),
            ofBytes("received KB/s", RequestMetrics.TRANSFER_RATE),
            ofBytes("bytes per sample", RequestMetrics.RECEIVED_PER_REQUEST));

    private static final List<StudyLine> AB = List.of(
            of("complete requests", RequestMetrics.REQUESTS),
            FAILED,
            measured("time taken", "total-time", MetricUnit.SECONDS, w -> OptionalDouble.of(w.lengthSeconds())),
            of("requests per second", RequestMetrics.REQUESTS_PER_SECOND),
            measured("time per request", "mean", MetricUnit.MILLIS, w -> perRequest(w, w.usersTo())),
            measured("across all", "time-per-request.all", MetricUnit.MILLIS, w -> perRequest(w, 1)),
            ofBytes("transfer rate", RequestMetrics.TRANSFER_RATE),
            sum("total transferred", "bytes.total", Transfer::receivedBytes),
            sum("HTML transferred", "bytes.body", Transfer::bodyBytes));

    private static final List<StudyLine> JCONSOLE = List.of(
            of("peak threads", ProcessMetrics.THREADS_PEAK),
            of("threads started", ProcessMetrics.THREADS_STARTED),
            of("peak heap", ProcessMetrics.HEAP_PEAK));

    private static final List<StudyLine> TIME = List.of(of("real", RequestMetrics.MEAN));

    /** The percentages that ab's table has; the last of them is the slowest request. */
    static final List<StudyLine> PERCENTAGES = Stream.concat(
                    IntStream.of(50, 66, 75, 80, 90, 95, 98, 99)
                            .mapToObj(percent -> percentile(percent + " %", percent)),
                    Stream.of(of("100 %", RequestMetrics.MAX)))
            .toList();

    private static StudyLine measured(
            String title, String key, MetricUnit unit, Function<WindowMeasurement, OptionalDouble> measure) {
        return new StudyLine(title, key, unit, measure, false);
    }

    private static StudyLine of(String title, Metric metric) {
        return measured(title, metric.key(), metric.unit(), metric::of);
    }

    private static StudyLine percentile(String title, int percent) {
        return measured(
                title,
                "p" + percent,
                MetricUnit.MILLIS,
                w -> w.requests().successful().percentileMillis(percent));
    }

    private static StudyLine ofBytes(String title, Metric metric) {
        return new StudyLine(title, metric.key(), metric.unit(), metric::of, true);
    }

    private static StudyLine sum(String title, String key, ToLongFunction<Transfer> bytes) {
        return new StudyLine(
                title,
                key,
                MetricUnit.BYTES,
                window -> window.requests()
                        .transfer()
                        .map(counted -> OptionalDouble.of((double) bytes.applyAsLong(counted)))
                        .orElseGet(OptionalDouble::empty),
                true);
    }

    /** What was measured in a window; empty if nothing was, or if that would be noise. */
    OptionalDouble in(WindowMeasurement window) {
        return measure.apply(window);
    }

    /** As ab computes it: the time taken over the requests, times the number that ran at a time. */
    private static OptionalDouble perRequest(WindowMeasurement window, int atATime) {
        long requests = window.requests().completions().ended();
        return requests == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(1e3 * atATime * window.lengthSeconds() / requests);
    }

    /** The lines of a tool's report, in its order. */
    static List<StudyLine> of(Tool tool) {
        return switch (tool) {
            case GATLING -> GATLING;
            case JMETER -> JMETER;
            case AB -> AB;
            case JCONSOLE -> JCONSOLE;
            case TIME -> TIME;
        };
    }

    /** What of a measurement is the same as a published figure: a line of the tools, or a metric. */
    static Optional<StudyLine> withKey(String key, List<Tool> tools) {
        return tools.stream()
                .flatMap(tool -> of(tool).stream())
                .filter(line -> line.key.equals(key))
                .findFirst()
                .or(() -> Metrics.withKey(key).map(metric -> of(metric.title(), metric)));
    }
}
