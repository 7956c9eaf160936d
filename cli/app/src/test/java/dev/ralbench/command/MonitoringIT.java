package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Clock;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.TestPrometheus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that Prometheus follows, up to its end. */
@Timeout(180)
class MonitoringIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String METRICS = "metrics: ";
    /** Of a bucket, and of the result's own histogram. */
    private static final double ERROR = Math.pow(2, 1.0 / 32) - 1 + 0.001;

    @TempDir
    private Path directory;

    private String scenario() throws IOException {
        return Files.writeString(directory.resolve("followed.yaml"), """
                schema: 1
                name: followed
                request: { path: /work }
                load: { closed: { sequence: [ { constant: { users: 4, hold: 5s } }, { constant: { users: 8, hold: 5s } } ] } }
                jvm: -Xmx64m -XX:+UseSerialGC
                variants:
                  only: { target: mini, with: { workers: 16, wait: 5ms } }
                """).toString();
    }

    private static double value(TestPrometheus prometheus, String expression, Instant at) {
        return Double.parseDouble(prometheus
                .query(expression, at)
                .orElseThrow(() -> new AssertionError("no value of " + expression))
                .path(0)
                .path("value")
                .path(1)
                .asString());
    }

    /** When ralbench was asked last: from then on its series are stale. */
    private static Instant lastAnswer(TestPrometheus prometheus, Instant end) {
        return IntStream.range(0, 600)
                .mapToObj(back -> end.minusMillis(50L * back))
                .filter(time -> prometheus.query("ralbench_run_info", time).isPresent())
                .findFirst()
                .orElseThrow();
    }

    /** The whole run has the same requests on both sides, so nothing but the buckets' width can differ. */
    @Test
    void prometheusSaysWhatTheResultSays() throws Exception {
        TestPrometheus.orSkip();
        var result = directory.resolve("result.json");
        try (var run = RalbenchProcess.startIn(
                directory,
                Map.of(),
                List.of("run", scenario(), "--runtime", "process", "--metrics", "0", "-o", result.toString()))) {
            run.awaitProgress(METRICS, PATIENCE);
            var url = URI.create(run.told()
                    .lines()
                    .filter(line -> line.startsWith(METRICS))
                    .findFirst()
                    .orElseThrow()
                    .substring(METRICS.length()));
            try (var prometheus = TestPrometheus.start(directory, url.getPort(), true)) {
                assertThat(run.awaitEnd(PATIENCE.multipliedBy(2)))
                        .as(run.told())
                        .isZero();
                var requests = ResultFile.read(result)
                        .trials()
                        .getFirst()
                        .measurement()
                        .orElseThrow()
                        .wholeRun()
                        .requests();
                var last = lastAnswer(prometheus, Clock.system().now());
                var all = "sum(ralbench_request_duration_seconds)";
                long successful = requests.successful().count();
                assertThat(value(prometheus, "histogram_count(" + all + ")", last))
                        .isEqualTo(successful);
                assertThat(value(prometheus, "sum(ralbench_requests_total{outcome=\"ok\"})", last))
                        .isEqualTo(successful);
                double seconds = requests.successful().meanMillis().orElseThrow() / 1e3 * successful;
                assertThat(value(prometheus, "histogram_sum(" + all + ")", last))
                        .isCloseTo(seconds, within(0.001));
                for (double percentile : List.of(50.0, 99.0)) {
                    double own =
                            requests.successful().percentileMillis(percentile).orElseThrow() / 1e3;
                    assertThat(value(prometheus, "histogram_quantile(" + percentile / 100 + ", " + all + ")", last))
                            .isCloseTo(own, within(own * ERROR));
                }
                assertThat(value(prometheus, "max_over_time(ralbench_target_threads[1m])", last))
                        .isGreaterThan(10);
                assertThat(value(prometheus, "ralbench_target_cpu_seconds_total", last))
                        .isGreaterThan(0.05);
            }
        }
    }

    @Test
    void aTakenPortIsSaidBeforeAnythingIsStarted() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var outcome = Shell.run("run", scenario(), "--metrics", String.valueOf(taken.getLocalPort()));

            assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.err())
                    .startsWith("ralbench: --metrics: cannot listen on port " + taken.getLocalPort() + " of 127.0.0.1")
                    .hasLineCount(3);
            assertThat(outcome.out()).isEmpty();
        }
    }
}
