package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.trial.RunListener;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_36_2.Metrics.MetricFamily;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What Prometheus gets when it asks. */
class MetricsServerTest {
    /** As Prometheus writes it where native histograms are on. */
    private static final String PROTOBUF = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
            + "encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.8";

    private static final int PATIENCE_MILLIS = 20_000;

    private final List<String> told = new ArrayList<>();

    private Monitoring open(int port) {
        return Monitoring.open(
                new Monitoring.Followers(OptionalInt.of(port), Optional.empty(), Duration.ofSeconds(1), "1.2"),
                Clock.system(),
                told::add);
    }

    private HttpURLConnection ask(String method, String path, String accept) throws IOException {
        var url = URI.create(told.getFirst().replace("metrics: ", "").replace("/metrics", path));
        var connection = (HttpURLConnection) url.toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setRequestProperty("Accept", accept);
        return connection;
    }

    /** The JDK's client does not allow another host. */
    private String statusFor(String host) throws IOException {
        int port = URI.create(told.getFirst().replace("metrics: ", "")).getPort();
        try (var socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.getOutputStream()
                    .write(("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }

    private static void play(Monitoring monitoring) {
        var load = new ScriptedLoad(monitoring.following(new RunListener() {}));
        load.begins();
        load.trialStarts("base");
        load.goesOn("base", "8 users", 1, 90, 10);
    }

    @Test
    void readersOfTextGetClassicHistograms() throws IOException {
        try (var monitoring = open(0)) {
            play(monitoring);
            var answer = ask("GET", "/metrics", "text/plain");

            assertThat(answer.getContentType()).startsWith("text/plain; version=0.0.4");
            var text = new String(answer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text)
                    .contains("ralbench_requests_total{outcome=\"timeout\",phase=\"8 users\",", "} 10.0\n")
                    .contains("ralbench_request_duration_seconds_count{", "ralbench_run_info{")
                    .containsPattern("_bucket\\{.*,le=\"0\\.018.*\"} 0\n.*_bucket\\{.*,le=\"0\\.020.*\"} 90\n")
                    .endsWith("\n");
        }
    }

    @Test
    void readersOfProtobufGetNativeHistogramsToo() throws IOException {
        try (var monitoring = open(0)) {
            play(monitoring);
            var families = families(ask("GET", "/metrics", PROTOBUF).getInputStream());

            var times = families.stream()
                    .filter(family -> family.getName().equals("ralbench_request_duration_seconds"))
                    .findFirst()
                    .orElseThrow()
                    .getMetric(0)
                    .getHistogram();
            assertThat(times.getSchema()).isEqualTo(5);
            assertThat(times.getSampleCount()).isEqualTo(90);
            assertThat(times.getPositiveDeltaList()).containsExactly(90L);
            double upper = Math.pow(2, times.getPositiveSpan(0).getOffset() / 32.0);
            assertThat(upper).isBetween(0.02, 0.02 * 1.0219);
            assertThat(times.getBucketCount()).isEqualTo(162);
        }
    }

    private static List<MetricFamily> families(InputStream in) throws IOException {
        var families = new ArrayList<MetricFamily>();
        for (var next = MetricFamily.parseDelimitedFrom(in); next != null; next = MetricFamily.parseDelimitedFrom(in)) {
            families.add(next);
        }
        return families;
    }

    @Test
    void nothingElseIsServed() throws IOException {
        try (var monitoring = open(0)) {
            assertThat(monitoring).isNotNull();
            assertThat(ask("GET", "/metrics", "*/*").getResponseCode()).isEqualTo(200);
            assertThat(statusFor("evil.example")).contains(" 403 ");
            assertThat(statusFor("localhost:1")).contains(" 200 ");
            assertThat(ask("GET", "/metricsx", "*/*").getResponseCode()).isEqualTo(404);
            assertThat(ask("GET", "/", "*/*").getResponseCode()).isEqualTo(404);
            assertThat(ask("POST", "/metrics", "*/*").getResponseCode()).isEqualTo(405);
        }
        assertThatThrownBy(() -> ask("GET", "/metrics", "*/*").getResponseCode())
                .as("after the end")
                .isInstanceOf(IOException.class);
    }

    /** More of them than the server has threads: one after the other loses its connection. */
    @Test
    void requestsThatNeverEndBlockNoOther() throws IOException {
        var halfSent = new ArrayList<Socket>();
        try (var server = MetricsServer.open(0, new Samples(), Duration.ofMillis(50))) {
            told.add("metrics: " + server.url());
            int port = URI.create(server.url()).getPort();
            for (int each = 0; each < 9; each++) {
                var socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
                halfSent.add(socket);
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
            }
            var answered = ask("GET", "/metrics", "*/*");
            answered.setReadTimeout(PATIENCE_MILLIS);

            assertThat(answered.getResponseCode()).isEqualTo(200);
            assertThat(halfSent)
                    .allSatisfy(socket -> assertThat(socket.getInputStream().read())
                            .as("end of the connection")
                            .isEqualTo(-1));
        } finally {
            for (var socket : halfSent) {
                socket.close();
            }
        }
    }

    @Test
    void aPortThatIsTakenIsSaid() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> open(taken.getLocalPort()))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("cannot listen on port " + taken.getLocalPort())
                    .extracting(failure -> ((Failure) failure).kind())
                    .isEqualTo(FailureKind.ENVIRONMENT);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void withoutFollowersARunIsAsItIs() {
        var listener = new RunListener() {};
        try (var nothing = Monitoring.none()) {
            assertThat(nothing.following(listener)).isSameAs(listener);
        }
    }
}
