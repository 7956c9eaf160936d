package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.FreePort;
import dev.ralbench.process.SearchPath;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Prometheus server of this machine. Without it, tests that need it are skipped, and the log says so; with
 * {@code RALBENCH_PROMETHEUS_TESTS=required} in the environment they fail.
 */
public final class TestPrometheus implements AutoCloseable {
    private static final String VARIABLE = "RALBENCH_PROMETHEUS_TESTS";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final int port;

    private TestPrometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Ends the test that asks if it cannot run here. */
    public static void orSkip() {
        var missing = List.of("prometheus", "promtool").stream()
                .filter(program -> SearchPath.ofThisProcess().find(program).isEmpty())
                .findFirst()
                .map(program -> program + " is not on the PATH (apt install prometheus)");
        NeedCondition.unlessRequired(VARIABLE, missing).ifPresent(Assumptions::abort);
    }

    /**
     * Starts one that asks ralbench ten times a second.
     *
     * @param directory for its data
     * @param asked the port of ralbench
     * @param hasNative whether it keeps native histograms
     */
    public static TestPrometheus start(Path directory, int asked, boolean hasNative) throws IOException {
        int port = FreePort.next();
        var settings = Files.writeString(directory.resolve("prometheus.yml"), """
                global: { scrape_interval: 100ms, scrape_timeout: 100ms }
                scrape_configs:
                  - job_name: ralbench
                    static_configs: [ { targets: ['127.0.0.1:%d'] } ]
                """.formatted(asked));
        var process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        hasNative ? "--enable-feature=native-histograms" : "--log.level=info")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        return new TestPrometheus(process, port);
    }

    /** The vector that an expression comes to now; empty without any, and while the server starts. */
    public Optional<JsonNode> query(String expression) {
        return ask("query=" + encoded(expression), expression);
    }

    /** The same at another time. */
    public Optional<JsonNode> query(String expression, Instant time) {
        return ask("query=" + encoded(expression) + "&time=" + encoded(time.toString()), expression);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Optional<JsonNode> ask(String query, String expression) {
        assertThat(process.isAlive()).as("prometheus is up").isTrue();
        try {
            var url = URI.create("http://127.0.0.1:" + port + "/api/v1/query?" + query);
            var connection = (HttpURLConnection) url.toURL().openConnection();
            int status = connection.getResponseCode();
            if (status == HttpURLConnection.HTTP_UNAVAILABLE) {
                return Optional.empty();
            }
            assertThat(status).as(expression).isEqualTo(HttpURLConnection.HTTP_OK);
            var result = JsonMapper.shared()
                    .readTree(connection.getInputStream())
                    .path("data")
                    .path("result");
            return Optional.of(result).filter(values -> !values.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What promtool finds wrong with a text; empty if that is nothing. */
    public static String faults(Path text) throws IOException, InterruptedException {
        var process = new ProcessBuilder("promtool", "check", "metrics")
                .redirectInput(text.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? said : "exit " + process.exitValue() + ": " + said;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            process.destroyForcibly();
        }
    }
}
