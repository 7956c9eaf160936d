package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.monitoring.Monitoring;
import dev.ralbench.monitoring.OtlpEndpoint;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** Which monitoring systems follow a run. */
final class MonitoringOptions {
    private static final int HIGHEST_PORT = 65_535;
    /** OpenTelemetry's own default is a minute, in which many loads begin and end. */
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(5);

    private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";

    @Option(
            names = "--metrics",
            paramLabel = "PORT",
            description =
                    "Serve the run's figures to Prometheus while it goes on, on 127.0.0.1: http://127.0.0.1:PORT/metrics."
                            + " 0 for any free port; the address is printed at the start.")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description =
                    "Send the run's figures to an OpenTelemetry receiver while it goes on, by OTLP over HTTP, such as"
                            + " http://127.0.0.1:4318. Every 5 s, or as often as OTEL_METRIC_EXPORT_INTERVAL says in milliseconds;"
                            + " headers, such as a token, from OTEL_EXPORTER_OTLP_HEADERS.")
    private Optional<String> otlp = Optional.empty();

    /**
     * Refuses what is no port, and no endpoint.
     *
     * @throws Failure of usage
     */
    void check(Console console) {
        port.filter(number -> number < 0 || number > HIGHEST_PORT).ifPresent(number -> {
            throw Failure.usage(
                    "--metrics: there is no port " + number,
                    "ports are numbers up to " + HIGHEST_PORT,
                    "give one from 1024 to " + HIGHEST_PORT + ", or 0 for any that is free");
        });
        var unused = followers(console);
    }

    /**
     * Lets them follow, if asked to.
     *
     * @throws Failure if the port cannot be had
     */
    Monitoring open(Console console, Clock clock) {
        return port.isEmpty() && otlp.isEmpty()
                ? Monitoring.none()
                : Monitoring.open(followers(console), clock, console::tell);
    }

    private Monitoring.Followers followers(Console console) {
        var environment = console.environment();
        return new Monitoring.Followers(
                port.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                otlp.map(url -> OtlpEndpoint.of(url, environment)),
                otlp.isEmpty() ? USUAL_INTERVAL : interval(environment),
                Version.number());
    }

    private static Duration interval(Map<String, String> environment) {
        var text = environment.getOrDefault(INTERVAL, "").strip();
        if (text.isEmpty()) {
            return USUAL_INTERVAL;
        }
        if (!text.matches("[1-9][0-9]{2,8}")) {
            throw Failure.usage(
                    INTERVAL + ": needs whole milliseconds, 100 or more, got " + text,
                    "",
                    "write " + INTERVAL + "=5000, or leave it out");
        }
        return Duration.ofMillis(Long.parseLong(text));
    }
}
