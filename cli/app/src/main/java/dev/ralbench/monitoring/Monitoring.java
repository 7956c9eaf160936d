package dev.ralbench.monitoring;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.trial.RunListener;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Lets monitoring systems follow runs: Prometheus, which asks for figures, and receivers of OTLP, which are sent them. */
public final class Monitoring implements AutoCloseable {
    private final Samples samples = new Samples();
    private final Consumer<String> told;
    private Optional<MetricsServer> server = Optional.empty();
    private Optional<OtlpExport> export = Optional.empty();

    private Monitoring(Consumer<String> told) {
        this.told = told;
    }

    /** Nothing follows. */
    public static Monitoring none() {
        return new Monitoring(line -> {});
    }

    /**
     * What follows.
     *
     * @param port of the server that Prometheus asks, on loopback; 0 for any that is free, empty for none
     * @param endpoint gets the figures after each interval
     * @param version of ralbench
     */
    public record Followers(OptionalInt port, Optional<OtlpEndpoint> endpoint, Duration interval, String version) {}

    /**
     * Begins.
     *
     * @param told the address of the server, and at the end what could not be sent; a line each
     * @throws Failure if the port cannot be had
     */
    public static Monitoring open(Followers followers, Clock clock, Consumer<String> told) {
        var opened = new Monitoring(told);
        followers.port().ifPresent(port -> {
            var server = MetricsServer.open(port, opened.samples);
            opened.server = Optional.of(server);
            told.accept("metrics: " + server.url());
        });
        opened.export = followers
                .endpoint()
                .map(endpoint -> OtlpExport.start(
                        endpoint,
                        followers.interval(),
                        new OpenTelemetryFormat(followers.version()),
                        opened.samples,
                        clock));
        return opened;
    }

    /** Follows a run that is about to begin. */
    public RunListener following(RunListener listener) {
        return server.isEmpty() && export.isEmpty()
                ? listener
                : new LiveMetrics(listener, samples, () -> export.flatMap(OtlpExport::trouble));
    }

    /** Sends the last figures, and ends. */
    @Override
    public void close() {
        export.ifPresent(open -> open.end().forEach(told));
        server.ifPresent(MetricsServer::close);
    }
}
