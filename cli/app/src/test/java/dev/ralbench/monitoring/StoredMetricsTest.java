package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Failure;
import dev.ralbench.measurement.Levels;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A stored run goes to monitoring systems without a loss. */
class StoredMetricsTest {
    private static final RunResult RUN = ScriptedLoad.WHOLE;

    private static String line(String text, String beginning, String... parts) {
        return text.lines()
                .filter(line -> line.startsWith(beginning))
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .reduce((one, other) -> {
                    throw new AssertionError("two lines: " + one + ", " + other);
                })
                .orElseThrow(() -> new AssertionError("no line of " + beginning + " " + List.of(parts)));
    }

    private static double value(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    @Test
    void textHasCountsSumsAndFiguresOfTheRun() {
        var text = StoredMetrics.text(List.of(RUN));

        var base = RUN.variant("base");
        var window = base.measurements()
                .map(found -> Levels.merged(found).firstEntry().getValue())
                .findFirst()
                .orElseThrow();
        var successful = window.requests().successful();
        assertThat(value(line(text, "ralbench_request_duration_seconds_count{", "variant=\"base\"")))
                .isEqualTo(successful.count());
        assertThat(value(line(text, "ralbench_request_duration_seconds_sum{", "variant=\"base\"")))
                .isCloseTo(successful.meanMillis().orElseThrow() / 1e3 * successful.count(), within(1e-6));
        assertThat(value(line(text, "ralbench_requests_total{", "variant=\"base\"", "outcome=\"ok\"", "level=\"8\"")))
                .isEqualTo(successful.count());
        assertThat(value(line(
                        text, "ralbench_figure{", "metric=\"p50\"", "unit=\"ms\"", "variant=\"base\"", "level=\"8\"")))
                .isEqualTo(base.level(8).value(RequestMetrics.P50));
        assertThat(value(line(text, "ralbench_run_start_timestamp_seconds{")))
                .isEqualTo(RUN.origin().startedAt().toEpochMilli() / 1e3);
        assertThat(line(text, "ralbench_run_info{")).contains(RUN.origin().runId());
        assertThat(text.lines().filter(line -> line.startsWith("ralbench_figure{")))
                .as("one series goes on from run to run")
                .noneMatch(line -> line.contains("run=\""));
    }

    /** The counts below the bounds end where the next bucket begins, and add up to all. */
    @Test
    void textHasTheBoundsOfAllFilledBuckets() {
        var text = StoredMetrics.text(List.of(RUN));
        var counts = text.lines()
                .filter(line -> line.startsWith("ralbench_request_duration_seconds_bucket{"))
                .filter(line -> line.contains("variant=\"base\""))
                .map(StoredMetricsTest::value)
                .toList();

        assertThat(counts).hasSizeGreaterThan(5).isSorted().startsWith(0.0);
        assertThat(counts.getLast()).isEqualTo(counts.get(counts.size() - 2));
    }

    @Test
    void severalRunsAreToldApart() {
        var text = StoredMetrics.text(List.of(RUN, RUN));

        assertThat(text.lines().filter(line -> line.startsWith("ralbench_figure{")))
                .isNotEmpty()
                .allMatch(line -> line.contains("run=\"" + RUN.origin().runId() + "\""));
    }

    @Test
    void aReceiverGetsTheRunWithItsTimes() throws Exception {
        var received = new CopyOnWriteArrayList<ExportMetricsServiceRequest>();
        var collector = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            try (exchange) {
                received.add(ExportMetricsServiceRequest.parseFrom(
                        exchange.getRequestBody().readAllBytes()));
                exchange.sendResponseHeaders(200, -1);
            }
        });
        collector.start();
        var endpoint =
                OtlpEndpoint.of("http://127.0.0.1:" + collector.getAddress().getPort(), Map.of());
        try {
            StoredMetrics.send(RUN, endpoint, "1.2");
        } finally {
            collector.stop(0);
        }

        var metrics =
                received.getFirst().getResourceMetrics(0).getScopeMetrics(0).getMetricsList();
        var point = metrics.stream()
                .filter(metric -> metric.getName().equals("http.client.request.duration"))
                .map(Metric::getExponentialHistogram)
                .findFirst()
                .orElseThrow()
                .getDataPoints(0);
        long counted = point.getPositive().getBucketCountsList().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(point.getCount()).isEqualTo(counted).isPositive();
        assertThat(point.getStartTimeUnixNano())
                .isEqualTo(
                        TimeUnit.MILLISECONDS.toNanos(RUN.origin().startedAt().toEpochMilli()));
        assertThat(point.getTimeUnixNano()).isGreaterThan(point.getStartTimeUnixNano());
    }

    @Test
    void aReceiverThatIsNotThereIsAFailure() throws Exception {
        int nowhere;
        try (var unused = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            nowhere = unused.getLocalPort();
        }
        var endpoint = OtlpEndpoint.of("http://127.0.0.1:" + nowhere, Map.of());

        assertThatThrownBy(() -> StoredMetrics.send(RUN, endpoint, "1.2"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("did not take run " + RUN.origin().runId());
    }
}
