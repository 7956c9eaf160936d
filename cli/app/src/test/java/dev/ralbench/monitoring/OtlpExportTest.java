package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Eventually;
import dev.ralbench.trial.RunListener;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a receiver reads by the classes of the protocol. */
class OtlpExportTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String TOKEN = "Bearer a, secret=1";

    private final List<ExportMetricsServiceRequest> received = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private HttpServer collector;

    @BeforeEach
    void listen() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        collector.createContext("/", this::take);
        collector.start();
    }

    @AfterEach
    void end() {
        collector.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            paths.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            received.add(ExportMetricsServiceRequest.parseFrom(
                    exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private String base() {
        return "http://127.0.0.1:" + collector.getAddress().getPort();
    }

    private Monitoring open(String url, Duration interval) {
        return open(url, interval, Clock.system());
    }

    private Monitoring open(String url, Duration interval, Clock clock) {
        var endpoint = OtlpEndpoint.of(
                url, Map.of("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Bearer%20a%2C%20secret%3D1,x-a=b"));
        return Monitoring.open(
                new Monitoring.Followers(OptionalInt.empty(), Optional.of(endpoint), interval, "1.2"),
                clock,
                told::add);
    }

    private ScriptedLoad followed(Monitoring monitoring) {
        return new ScriptedLoad(monitoring.following(new RunListener() {
            @Override
            public void note(String line) {
                notes.add(line);
            }
        }));
    }

    private static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey, each -> each.getValue().getStringValue()));
    }

    private Metric last(String name) {
        return received.getLast().getResourceMetricsList().stream()
                .flatMap(of -> of.getScopeMetricsList().stream())
                .flatMap(of -> of.getMetricsList().stream())
                .filter(metric -> metric.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theLastFiguresAreSentAtTheEnd() {
        try (var monitoring = open(base() + "/tenant", Duration.ofHours(1))) {
            var load = followed(monitoring);
            load.begins();
            load.trialStarts("base");
            load.goesOn("base", "8 users", 1, 90, 10);
        }

        assertThat(paths).containsExactly("POST /tenant/v1/metrics");
        assertThat(authorizations).containsExactly(TOKEN);
        assertThat(told).isEmpty();
        assertThat(attributes(
                        received.getLast().getResourceMetrics(0).getResource().getAttributesList()))
                .contains(Map.entry("service.name", "ralbench"), Map.entry("service.version", "1.2"));
        var durations = last("http.client.request.duration");
        assertThat(durations.getUnit()).isEqualTo("s");
        var point = durations.getExponentialHistogram().getDataPoints(0);
        assertThat(point.getScale()).isEqualTo(5);
        assertThat(point.getCount()).isEqualTo(90);
        assertThat(point.getPositive().getBucketCountsList()).containsExactly(90L);
        assertThat(point.getSum()).isCloseTo(1.8, within(0.001));
        double upper = Math.pow(2, (point.getPositive().getOffset() + 1) / 32.0);
        assertThat(upper).isBetween(0.02, 0.02 * 1.0219);
        assertThat(attributes(point.getAttributesList()))
                .containsEntry("ralbench.variant", "base")
                .containsEntry("ralbench.phase", "8 users");
        var requests = last("ralbench.requests").getSum();
        assertThat(requests.getIsMonotonic()).isTrue();
        assertThat(requests.getDataPointsList())
                .extracting(each -> attributes(each.getAttributesList()).get("ralbench.outcome") + each.getAsDouble())
                .containsExactlyInAnyOrder(
                        "ok90.0",
                        "timeout10.0",
                        "unexpected-status0.0",
                        "unexpected-body0.0",
                        "connect-failed0.0",
                        "reset0.0",
                        "protocol-error0.0",
                        "still-open0.0");
        assertThat(requests.getDataPoints(0).getStartTimeUnixNano())
                .isPositive()
                .isLessThanOrEqualTo(requests.getDataPoints(0).getTimeUnixNano());
        assertThat(last("ralbench.users").getGauge().getDataPoints(0).getAsDouble())
                .isEqualTo(7);
    }

    @Test
    void figuresAreSentAfterEachInterval() {
        try (var monitoring = open(base(), Duration.ofMillis(100))) {
            var load = followed(monitoring);
            load.begins();
            Eventually.within(PATIENCE, () -> received.size() >= 3);
        }
        assertThat(paths).containsOnly("POST /v1/metrics");
    }

    @Test
    void aReceiverThatRefusesIsNotedOnceAndCountedAtTheEnd() {
        status = 503;
        try (var monitoring = open(base(), Duration.ofMillis(100))) {
            var load = followed(monitoring);
            load.begins();
            load.trialStarts("base");
            Eventually.within(PATIENCE, () -> {
                load.goesOn("base", "8 users", 1, 90, 10);
                return received.size() >= 3;
            });
            load.goesOn("base", "8 users", 1, 90, 10);
        }
        assertThat(notes).singleElement().asString().contains("did not take the metrics", "status 503", base());
        assertThat(told).singleElement().asString().matches("--otlp: (\\d+) of \\1 exports to .* failed.*503.*");
        assertThat(notes + "" + told).doesNotContain("secret");
    }

    @Test
    void anErrorOfOneExportEndsNoneOfTheNext() {
        var asked = new AtomicInteger();
        var failsOnce = new Clock() {
            @Override
            public long nanoTime() {
                return Clock.system().nanoTime();
            }

            @Override
            public Instant now() {
                if (asked.incrementAndGet() == 2) { // the first is for the beginning of all series
                    throw new IllegalStateException("secret");
                }
                return Clock.system().now();
            }
        };
        try (var monitoring = open(base(), Duration.ofMillis(100), failsOnce)) {
            followed(monitoring).begins();
            Eventually.within(PATIENCE, () -> received.size() >= 2);
        }
        assertThat(told)
                .singleElement()
                .asString()
                .matches(
                        "--otlp: 1 of \\d+ exports to .* failed, the last one: error in ralbench: IllegalStateException")
                .doesNotContain("secret");
    }

    /** It takes the connection, and never answers. */
    @Test
    void aReceiverThatHangsIsGivenUpAtTheEnd() throws IOException {
        try (var silent = new ServerSocket(0, 9, InetAddress.getByName("127.0.0.1"))) {
            try (var monitoring = open("http://127.0.0.1:" + silent.getLocalPort(), Duration.ofHours(1))) {
                followed(monitoring).begins();
            }
        }
        assertThat(told).singleElement().asString().contains("has not taken the last metrics within 3 s");
    }

    /** As while a name server does not answer: that wait cannot be interrupted. */
    @Test
    void aConnectionThatDoesNotCloseIsToldAfterTheUnsentMetrics() {
        var endpoint = OtlpEndpoint.of(base(), Map.of());
        var sender = endpoint.new Sender(null) {
            @Override
            Optional<String> send(List<MetricData> metrics) {
                return Optional.of("no answer");
            }

            @Override
            Optional<String> end() {
                assertThat(super.end()).isEmpty();
                return Optional.of("it has not closed");
            }
        };
        var samples = new Samples();
        samples.set(Family.RUN, Labels.of(SeriesLabels.SCENARIO, "shop"), 1);
        var export = OtlpExport.start(
                endpoint, sender, Duration.ofHours(1), new OpenTelemetryFormat("1.2"), samples, Clock.system());

        assertThat(export.end())
                .containsExactly(
                        "--otlp: 1 of 1 exports to " + endpoint + " failed, the last one: no answer",
                        "it has not closed");
    }

    @Test
    void aReceiverThatIsNotThereIsTheSame() {
        var nowhere = base();
        collector.stop(0);
        try (var monitoring = open(nowhere, Duration.ofHours(1))) {
            followed(monitoring).begins();
        }
        assertThat(told)
                .singleElement()
                .asString()
                .contains("--otlp: 1 of 1 exports to " + nowhere + "/v1/metrics failed", "ConnectException");
    }

    @ParameterizedTest
    @CsvSource({
        "http://me:secret@127.0.0.1:4318, password",
        "http://127.0.0.1:4318?key=secret, ? or a #",
        "127.0.0.1:4318, none",
        "ftp://127.0.0.1, no URL",
        "http://, none",
    })
    void whatIsNoEndpointIsRefused(String url, String why) {
        assertThatThrownBy(() -> OtlpEndpoint.of(url, Map.of()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(why)
                .extracting(failure -> ((Failure) failure).kind())
                .isEqualTo(FailureKind.USAGE);
        assertThatThrownBy(() -> OtlpEndpoint.of(url, Map.of()))
                .extracting(Throwable::getMessage)
                .asString()
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "'secret', no name",
        "'Authorization=%zz', %",
        "'Authorization=Bearer%20secret%0A', line break",
        "'Authorization=Bearer%20secret%00', control character",
        "'Authorization=Bearer%20secret%C3%A9', ASCII",
        "'x=1,my secret=2', name of one",
        "'Host=secret', set by ralbench",
        "'content-length=3', set by ralbench",
    })
    void whatIsNoHeaderIsRefused(String headers, String why) {
        assertThatThrownBy(() -> OtlpEndpoint.of(base(), Map.of("OTEL_EXPORTER_OTLP_METRICS_HEADERS", headers)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(why)
                .message()
                .contains("OTEL_EXPORTER_OTLP_METRICS_HEADERS")
                .doesNotContain("secret");
    }
}
