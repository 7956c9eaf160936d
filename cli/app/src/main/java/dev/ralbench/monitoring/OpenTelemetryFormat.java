package dev.ralbench.monitoring;

import dev.ralbench.measurement.ExponentialBuckets;
import dev.ralbench.monitoring.Samples.Amount;
import dev.ralbench.monitoring.Samples.Times;
import dev.ralbench.monitoring.Samples.Value;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Samples as OpenTelemetry has them.
 *
 * @param version of ralbench
 */
record OpenTelemetryFormat(String version) {
    private static final String NAME = "ralbench";

    /**
     * All samples.
     *
     * @param from when counters and histograms began
     * @param until when they had come to these values
     */
    List<MetricData> of(Samples samples, Instant from, Instant until) {
        var resource = Resource.create(Attributes.builder()
                .put("service.name", NAME)
                .put("service.version", version)
                .build());
        var scope = InstrumentationScopeInfo.builder(NAME).setVersion(version).build();
        return samples.now().entrySet().stream()
                .<MetricData>map(family -> new Metric(
                        resource,
                        scope,
                        family.getKey(),
                        data(family.getKey(), family.getValue(), nanos(from), nanos(until))))
                .toList();
    }

    private static long nanos(Instant time) {
        return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
    }

    private static Data<?> data(Family family, SequencedMap<Labels, Value> series, long from, long until) {
        return switch (family.kind()) {
            case COUNTER ->
                SumData.createDoubleSumData(
                        true,
                        AggregationTemporality.CUMULATIVE,
                        points(series, (attributes, value) -> amount(from, until, attributes, value)));
            case GAUGE, INFO ->
                GaugeData.createDoubleGaugeData(
                        points(series, (attributes, value) -> amount(0, until, attributes, value)));
            case HISTOGRAM ->
                ExponentialHistogramData.create(
                        AggregationTemporality.CUMULATIVE,
                        points(
                                series,
                                (attributes, value) -> histogram(from, until, attributes, ((Times) value).buckets())));
        };
    }

    private static <P extends PointData> List<P> points(
            SequencedMap<Labels, Value> series, BiFunction<Attributes, Value, P> point) {
        return series.entrySet().stream()
                .map(one -> point.apply(attributes(one.getKey()), one.getValue()))
                .toList();
    }

    private static Attributes attributes(Labels labels) {
        var attributes = Attributes.builder();
        labels.values().forEach((name, value) -> attributes.put(NAME + "." + name, value));
        return attributes.build();
    }

    private static DoublePointData amount(long from, long until, Attributes attributes, Value value) {
        return DoublePointData.create(from, until, attributes, ((Amount) value).value(), List.of());
    }

    private static ExponentialHistogramPointData histogram(
            long from, long until, Attributes attributes, ExponentialBuckets times) {
        return ExponentialHistogramPointData.create(
                ExponentialBuckets.SCALE,
                times.sumSeconds(),
                0,
                false,
                0,
                false,
                0,
                buckets(times.counts()),
                ExponentialHistogramBuckets.create(ExponentialBuckets.SCALE, 0, List.of()),
                from,
                until,
                attributes,
                List.of());
    }

    private static ExponentialHistogramBuckets buckets(SortedMap<Integer, Long> counts) {
        if (counts.isEmpty()) {
            return ExponentialHistogramBuckets.create(ExponentialBuckets.SCALE, 0, List.of());
        }
        return ExponentialHistogramBuckets.create(
                ExponentialBuckets.SCALE,
                counts.firstKey(),
                IntStream.rangeClosed(counts.firstKey(), counts.lastKey())
                        .mapToObj(bucket -> counts.getOrDefault(bucket, 0L))
                        .toList());
    }

    private record Metric(Resource resource, InstrumentationScopeInfo scope, Family family, Data<?> data)
            implements MetricData {
        @Override
        public Resource getResource() {
            return resource;
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return scope;
        }

        @Override
        public String getName() {
            return family.openTelemetry();
        }

        @Override
        public String getDescription() {
            return family.help();
        }

        @Override
        public String getUnit() {
            return family.unit();
        }

        @Override
        public MetricDataType getType() {
            return switch (family.kind()) {
                case COUNTER -> MetricDataType.DOUBLE_SUM;
                case GAUGE, INFO -> MetricDataType.DOUBLE_GAUGE;
                case HISTOGRAM -> MetricDataType.EXPONENTIAL_HISTOGRAM;
            };
        }

        @Override
        public Data<?> getData() {
            return data;
        }
    }
}
