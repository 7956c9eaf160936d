package dev.ralbench.service;

import dev.ralbench.Boxed;
import dev.ralbench.measurement.EventLoopLag;
import dev.ralbench.measurement.InsideView;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Node.js by the page of counters of its service: values that only grow, so that other readers of the page do no harm,
 * and the heap, which is polled. Used by one thread.
 */
final class NodeProbe {
    private static final String HEAP = "nodejs_heap_size_used_bytes";
    private static final String COLLECTIONS = "nodejs_gc_duration_seconds_count";
    private static final String COLLECTION_SECONDS = "nodejs_gc_duration_seconds_sum";
    private static final String LAG_SECONDS = "nodejs_eventloop_lag_seconds_sum";
    /** A histogram of Prometheus: each bucket holds all samples up to its bound. */
    private static final Pattern LAG_UP_TO =
            Pattern.compile("nodejs_eventloop_lag_seconds_bucket\\{le=\"([0-9]{1,18}(?:\\.[0-9]{1,18})?|\\+Inf)\"}");

    private final CountersPage page;
    private Optional<NodeCounters> atWindowStart;
    private long heapPeak;
    private Optional<NodeCounters> atLastPoll;
    /** Since the last poll. */
    private Optional<NodeCounters> latest = Optional.empty();

    private CompletableFuture<Optional<Map<String, Double>>> asked =
            CompletableFuture.completedFuture(Optional.empty());

    private NodeProbe(CountersPage page, NodeCounters first) {
        this.page = page;
        this.atWindowStart = Optional.of(first);
        this.atLastPoll = Optional.of(first);
    }

    /** Empty if the page says nothing of Node.js. */
    static Optional<NodeProbe> open(CountersPage page) {
        return page.read()
                .filter(values -> values.containsKey(HEAP))
                .map(values -> new NodeProbe(page, NodeCounters.of(values)));
    }

    /** Asks, unless an answer is still owed: a loop that is late must not make the caller wait. */
    void ask() {
        if (asked.isDone()) {
            takeAnswer();
            asked = page.ask();
        }
    }

    /** The last answer; unknown if there was none since the last call. */
    ProbeSample.Inside poll() {
        if (asked.isDone()) {
            takeAnswer();
        }
        var sample = latest.map(this::sample).orElse(ProbeSample.Inside.UNKNOWN);
        atLastPoll = latest.or(() -> atLastPoll);
        latest = Optional.empty();
        return sample;
    }

    private ProbeSample.Inside sample(NodeCounters now) {
        return new ProbeSample.Inside(
                Optional.of(now.heapUsed()),
                Optional.empty(),
                Optional.of(now.collectionMillis()),
                atLastPoll.flatMap(before -> Boxed.of(now.lagSince(before).meanMillis())));
    }

    private void takeAnswer() {
        if (!asked.isCompletedExceptionally()) {
            asked.join().ifPresent(this::see);
        }
        asked = CompletableFuture.completedFuture(Optional.empty());
    }

    private void see(Map<String, Double> values) {
        var counters = NodeCounters.of(values);
        heapPeak = Math.max(heapPeak, counters.heapUsed());
        latest = Optional.of(counters);
    }

    /** Ends a window and begins the next; empty if the page could not be read at either end. */
    Optional<InsideView.Node> nextWindow() {
        if (asked.isDone()) {
            takeAnswer();
        }
        var values = page.read();
        values.ifPresent(this::see);
        var now = values.map(NodeCounters::of);
        var seen = now.flatMap(end -> atWindowStart.map(start -> end.since(start, heapPeak)));
        atWindowStart = now;
        heapPeak = 0;
        return seen;
    }

    /** Monotonic counters, and the heap. */
    record NodeCounters(
            long heapUsed,
            double lagMillis,
            TreeMap<Double, Long> upToMillis,
            long collections,
            double collectionMillis) {
        static NodeCounters of(Map<String, Double> values) {
            var upTo = new TreeMap<Double, Long>();
            values.forEach((name, count) -> {
                var bucket = LAG_UP_TO.matcher(name);
                if (bucket.matches()) {
                    upTo.put(boundMillis(bucket.group(1)), Math.round(count));
                }
            });
            return new NodeCounters(
                    Math.round(values.getOrDefault(HEAP, 0.0)),
                    values.getOrDefault(LAG_SECONDS, 0.0) * 1e3,
                    upTo,
                    Math.round(values.getOrDefault(COLLECTIONS, 0.0)),
                    values.getOrDefault(COLLECTION_SECONDS, 0.0) * 1e3);
        }

        /** Pages print seconds; in milliseconds the digits are to be the same. */
        private static double boundMillis(String seconds) {
            return seconds.equals("+Inf")
                    ? Double.POSITIVE_INFINITY
                    : new BigDecimal(seconds).movePointRight(3).doubleValue();
        }

        InsideView.Node since(NodeCounters start, long heapPeak) {
            return new InsideView.Node(
                    heapPeak,
                    lagSince(start),
                    collections - start.collections,
                    collectionMillis - start.collectionMillis);
        }

        EventLoopLag lagSince(NodeCounters start) {
            return new EventLoopLag(lagMillis - start.lagMillis, bucketsSince(start));
        }

        /** Lateness beyond the last bound counts as that bound: it has no number. */
        private TreeMap<Double, Long> bucketsSince(NodeCounters start) {
            var buckets = new TreeMap<Double, Long>();
            long below = 0;
            double bound = 0;
            for (var bucket : upToMillis.entrySet()) {
                long upTo = bucket.getValue() - start.upToMillis.getOrDefault(bucket.getKey(), 0L);
                bound = bucket.getKey().isInfinite() ? bound : bucket.getKey();
                if (upTo > below) {
                    buckets.merge(bound, upTo - below, Long::sum);
                }
                below = upTo;
            }
            return buckets;
        }
    }
}
