package dev.ralbench.result;

import dev.ralbench.measurement.LatencyDistribution;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/**
 * A distribution as it stands in the file. Only {@code histogram} is read back; the figures before it are for readers
 * that have no HdrHistogram at hand.
 */
record LatencyFigures(
        long count,
        OptionalDouble meanMillis,
        OptionalDouble stddevMillis,
        OptionalDouble minMillis,
        OptionalDouble p50Millis,
        OptionalDouble p90Millis,
        OptionalDouble p95Millis,
        OptionalDouble p99Millis,
        OptionalDouble p999Millis,
        OptionalDouble maxMillis,
        String histogram) {

    static LatencyFigures of(LatencyDistribution times) {
        return new LatencyFigures(
                times.count(),
                times.meanMillis(),
                times.stddevMillis(),
                times.minMillis(),
                times.percentileMillis(50),
                times.percentileMillis(90),
                times.percentileMillis(95),
                times.percentileMillis(99),
                times.percentileMillis(99.9),
                times.maxMillis(),
                times.encoded());
    }

    /** The one key that matters on reading. */
    record Stored(String histogram) {}

    static final class DistributionSerializer extends ValueSerializer<LatencyDistribution> {
        @Override
        public void serialize(LatencyDistribution times, JsonGenerator json, SerializationContext context) {
            context.writeValue(json, of(times));
        }
    }

    static final class DistributionDeserializer extends ValueDeserializer<LatencyDistribution> {
        @Override
        public LatencyDistribution deserialize(JsonParser json, DeserializationContext context) {
            var stored = context.readValue(json, Stored.class);
            try {
                return LatencyDistribution.decode(stored.histogram());
            } catch (IllegalArgumentException e) {
                return context.reportInputMismatch(LatencyDistribution.class, "histogram: %s", e.getMessage());
            }
        }
    }
}
