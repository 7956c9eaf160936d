package dev.ralbench.result;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Writes a window with the figures that other tools would otherwise have to compute. Those are ignored on reading: the
 * truth is in their inputs.
 */
final class WindowWriter extends ValueSerializer<WindowMeasurement> {
    /** The estimate next to the percentiles of {@code successful}. Its interval is the mean cycle of a user. */
    private record Corrected(double intervalMillis, OptionalDouble p99Millis, OptionalDouble p999Millis) {
        static Optional<Corrected> of(WindowMeasurement window) {
            return window.cycleMillis().stream()
                    .mapToObj(cycle -> new Corrected(
                            cycle, RequestMetrics.P99_CORRECTED.of(window), RequestMetrics.P999_CORRECTED.of(window)))
                    .findFirst();
        }
    }

    /** The requests of a name, with figures that other tools would have to compute. */
    private record Named(
            String name,
            NamedRequests.Kind kind,
            OptionalDouble goodputPerSecond,
            OptionalDouble errorShare,
            Map<Outcome, Long> outcomes,
            WindowRequests.Completions completions,
            LatencyDistribution successful,
            Optional<LatencyDistribution> firstByte,
            LatencyDistribution all) {
        static Named of(NamedRequests requests, WindowMeasurement window) {
            var alone = window.of(requests.name()).orElseThrow();
            return new Named(
                    requests.name(),
                    requests.kind(),
                    RequestMetrics.GOODPUT.of(alone),
                    RequestMetrics.ERRORS.of(alone),
                    alone.requests().outcomes(),
                    requests.completions(),
                    requests.successful(),
                    requests.firstByte(),
                    requests.all());
        }
    }

    @Override
    public void serialize(WindowMeasurement window, JsonGenerator json, SerializationContext context) {
        json.writeStartObject();
        json.writePOJOProperty("kind", window.kind());
        json.writePOJOProperty("label", window.label());
        json.writeNumberProperty("usersFrom", window.span().usersFrom());
        json.writeNumberProperty("usersTo", window.usersTo());
        json.writeNumberProperty("startSeconds", window.span().startSeconds());
        json.writeNumberProperty("lengthSeconds", window.lengthSeconds());
        json.writePOJOProperty("goodputPerSecond", RequestMetrics.GOODPUT.of(window));
        json.writePOJOProperty("errorShare", RequestMetrics.ERRORS.of(window));
        json.writePOJOProperty("cpuMicrosPerRequest", ProcessMetrics.CPU_PER_REQUEST.of(window));
        json.writePOJOProperty("allocatedBytesPerRequest", ProcessMetrics.ALLOCATION_PER_REQUEST.of(window));
        json.writePOJOProperty("outcomes", window.requests().outcomes());
        json.writePOJOProperty("completions", window.requests().completions());
        json.writePOJOProperty("successful", window.requests().successful());
        json.writePOJOProperty("firstByte", window.requests().firstByte());
        json.writePOJOProperty("all", window.requests().all());
        json.writePOJOProperty(
                "byName",
                window.byName()
                        .map(named -> named.stream()
                                .map(requests -> Named.of(requests, window))
                                .toList()));
        json.writePOJOProperty("connecting", window.requests().connecting());
        json.writePOJOProperty("resent", window.requests().resent());
        json.writePOJOProperty("transfer", window.requests().transfer());
        json.writePOJOProperty("ledger", window.ledger());
        json.writePOJOProperty("little", window.little());
        json.writePOJOProperty("corrected", Corrected.of(window));
        json.writePOJOProperty("open", window.open());
        json.writeNumberProperty("longestStallSeconds", window.requests().longestStallSeconds());
        json.writePOJOProperty("peakPerSecond", window.requests().peakPerSecond());
        json.writePOJOProperty("inside", window.views().inside());
        json.writePOJOProperty("generator", window.views().generator());
        json.writePOJOProperty("servers", window.views().servers());
        json.writePOJOProperty("counters", window.views().counters());
        json.writeEndObject();
    }
}
