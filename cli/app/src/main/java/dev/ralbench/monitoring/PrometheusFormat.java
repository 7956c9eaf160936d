package dev.ralbench.monitoring;

import dev.ralbench.measurement.ExponentialBuckets;
import dev.ralbench.monitoring.Samples.Amount;
import dev.ralbench.monitoring.Samples.Times;
import dev.ralbench.monitoring.Samples.Value;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Samples as Prometheus reads them. */
final class PrometheusFormat {
    private static final int PER_OCTAVE = 1 << ExponentialBuckets.SCALE;
    /** Every fourth bound, 9 % apart. */
    private static final int STEP = 4;
    /** 61 microseconds. */
    private static final int FIRST_OCTAVE = -14;
    /** 64 seconds. */
    private static final int LAST_OCTAVE = 6;

    private static final SortedSet<Integer> EVERY_FOURTH = everyFourth();

    private static final int WARM_UPS = 20;
    private static final String NATIVE_HISTOGRAMS =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    private final ExpositionFormats formats = ExpositionFormats.init(PrometheusProperties.get());

    /** Content of a response, with its type. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Exposition(String contentType, byte[] content) {}

    /**
     * Samples that go on, in the format that the reader prefers: with native histograms in the one of Protocol Buffers. The
     * bounds of classic ones are the same in every answer, because a new one would have no growth in its first.
     *
     * @param accepted the value of the header {@code Accept}; may be empty
     */
    Exposition exposition(Samples samples, String accepted) {
        var writer = formats.findWriter(accepted);
        var scheme = EscapingScheme.fromAcceptHeader(accepted);
        var content = new ByteArrayOutputStream();
        try {
            writer.write(content, snapshots(samples, buckets -> EVERY_FOURTH), scheme);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory has no limit but its end
        }
        return new Exposition(writer.getContentType(), content.toByteArray());
    }

    /** Samples that do not change any more, as text of the version 0.0.4; with the bounds of all filled buckets. */
    static String text(Samples samples) {
        var content = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create()
                    .write(content, snapshots(samples, PrometheusFormat::ofFilled), EscapingScheme.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return content.toString(StandardCharsets.UTF_8);
    }

    /**
     * Writes samples of each kind in both formats, until most of it is compiled. Else a load would pay for that: 45 ms for
     * the first answer, which loads classes, and 15 ms down to 2 ms for the next twenty.
     */
    void warmUp() {
        var labels = Labels.of(SeriesLabels.SCENARIO, "");
        var counts = new TreeMap<Integer, Long>();
        EVERY_FOURTH.forEach(bucket -> counts.put(bucket, 1L));
        var filled = new ExponentialBuckets(counts, 1);
        var samples = new Samples();
        for (var family : Family.values()) {
            switch (family.kind()) {
                case COUNTER -> samples.add(family, labels, 1);
                case GAUGE, INFO -> samples.set(family, labels, 1);
                case HISTOGRAM -> samples.add(family, labels, filled);
            }
        }
        for (int round = 0; round < WARM_UPS; round++) {
            for (var accepted : List.of("", NATIVE_HISTOGRAMS)) {
                var unused = exposition(samples, accepted);
            }
        }
    }

    private static SortedSet<Integer> everyFourth() {
        var last = new TreeSet<Integer>();
        for (int bound = FIRST_OCTAVE * PER_OCTAVE; bound <= LAST_OCTAVE * PER_OCTAVE; bound += STEP) {
            last.add(bound - 1);
        }
        return Collections.unmodifiableSortedSet(last);
    }

    /** With the empty one before each, which says where it begins. */
    private static SortedSet<Integer> ofFilled(ExponentialBuckets buckets) {
        var last = new TreeSet<Integer>();
        buckets.counts().keySet().forEach(bucket -> last.addAll(List.of(bucket - 1, bucket)));
        return last;
    }

    /** Which buckets are the last below a bound. */
    private interface Bounds {
        SortedSet<Integer> of(ExponentialBuckets buckets);
    }

    private static MetricSnapshots snapshots(Samples samples, Bounds bounds) {
        return new MetricSnapshots(samples.now().entrySet().stream()
                .map(family -> snapshot(family.getKey(), family.getValue(), bounds))
                .toList());
    }

    private static MetricSnapshot snapshot(Family family, SequencedMap<Labels, Value> series, Bounds bounds) {
        var metadata = new MetricMetadata(family.prometheus(), family.help());
        return switch (family.kind()) {
            case COUNTER ->
                new CounterSnapshot(
                        metadata,
                        points(
                                series,
                                (labels, value) -> new CounterDataPointSnapshot(amount(value), labels, null, 0)));
            case GAUGE ->
                new GaugeSnapshot(
                        metadata,
                        points(series, (labels, value) -> new GaugeDataPointSnapshot(amount(value), labels, null)));
            case HISTOGRAM ->
                new HistogramSnapshot(
                        metadata,
                        points(series, (labels, value) -> histogram(((Times) value).buckets(), labels, bounds)));
            case INFO ->
                new InfoSnapshot(metadata, points(series, (labels, value) -> new InfoDataPointSnapshot(labels)));
        };
    }

    private static double amount(Value value) {
        return ((Amount) value).value();
    }

    private static <P extends DataPointSnapshot> List<P> points(
            SequencedMap<Labels, Value> series,
            BiFunction<io.prometheus.metrics.model.snapshots.Labels, Value, P> point) {
        return series.entrySet().stream()
                .map(one -> point.apply(labels(one.getKey()), one.getValue()))
                .toList();
    }

    private static io.prometheus.metrics.model.snapshots.Labels labels(Labels labels) {
        var pairs = labels.values().entrySet().stream()
                .flatMap(label -> List.of(label.getKey(), label.getValue()).stream())
                .toArray(String[]::new);
        return io.prometheus.metrics.model.snapshots.Labels.of(pairs);
    }

    private static HistogramDataPointSnapshot histogram(
            ExponentialBuckets buckets, io.prometheus.metrics.model.snapshots.Labels labels, Bounds bounds) {
        var exact = NativeHistogramBuckets.builder();
        buckets.counts().forEach((bucket, count) -> exact.bucket(bucket + 1, count)); // named by their upper bounds
        return new HistogramDataPointSnapshot(
                classic(buckets, bounds.of(buckets)),
                ExponentialBuckets.SCALE,
                0,
                0,
                exact.build(),
                NativeHistogramBuckets.EMPTY,
                buckets.sumSeconds(),
                labels,
                Exemplars.EMPTY,
                0);
    }

    private static ClassicHistogramBuckets classic(ExponentialBuckets buckets, SortedSet<Integer> last) {
        var classic = ClassicHistogramBuckets.builder();
        var left = new ArrayDeque<>(buckets.counts().entrySet());
        for (int bucket : last) {
            classic.bucket(ExponentialBuckets.mostSeconds(bucket), takeUpTo(bucket, left));
        }
        return classic.bucket(Double.POSITIVE_INFINITY, takeUpTo(Integer.MAX_VALUE, left))
                .build();
    }

    private static long takeUpTo(int bucket, Deque<Map.Entry<Integer, Long>> left) {
        long count = 0;
        while (!left.isEmpty() && left.getFirst().getKey() <= bucket) {
            count += left.removeFirst().getValue();
        }
        return count;
    }
}
