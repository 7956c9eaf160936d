package dev.ralbench.metric;

import dev.ralbench.measurement.EventLoopLag;
import java.util.List;
import java.util.OptionalDouble;

/** Metrics of the target's process, from the view inside it. */
public final class ProcessMetrics {

    public static final Metric THREADS_PEAK = new Metric(
            "threads.peak",
            "threads",
            MetricUnit.COUNT,
            Better.LOWER,
            "Most live Java threads of a JVM by its own counter, without those of ralbench's view into it; of any other"
                    + " program most threads of the operating system. Virtual threads are in no count.",
            MetricSource.inside(MetricSource::threadsPeak),
            MetricComparison.exact(2, 0.05, 0.10).inHeadline());
    public static final Metric THREADS_STARTED = new Metric(
            "threads.started",
            "started",
            MetricUnit.COUNT,
            Better.LOWER,
            "Java threads that the JVM started in the window, also those that have ended since; virtual threads are not"
                    + " counted. Far above the peak: threads are made and thrown away.",
            MetricSource.jvm(jvm -> MetricSource.ofLong(jvm.threadsStarted())).resolvedBy(w -> 1),
            MetricComparison.ofWholeRun(0.10, 0.25));
    public static final Metric HEAP_PEAK = new Metric(
            "heap.peak",
            "heap",
            MetricUnit.BYTES,
            Better.LOWER,
            "Most used heap, garbage included: says more about the collector's laziness than about need. Of a JVM as it was"
                    + " right before collections, of Node.js as polled about once a second.",
            MetricSource.inside(view -> MetricSource.ofLong(view.heapPeakBytes())),
            // Mostly the collector's laziness.
            MetricComparison.ofWholeRun(0.10, 0.25));
    public static final Metric HEAP_AFTER_COLLECTION = new Metric(
            "heap.after-collection",
            "heap live",
            MetricUnit.BYTES,
            Better.LOWER,
            "Most heap still in use right after a garbage collection: what is really needed.",
            MetricSource.jvm(jvm -> MetricSource.ofLong(jvm.heapAfterCollectionBytes())),
            MetricComparison.ofWholeRun(0.10, 0.25).inHeadline());
    public static final Metric GC_COUNT = new Metric(
            "gc.count",
            "GCs",
            MetricUnit.COUNT,
            Better.LOWER,
            "Garbage collections in the window.",
            MetricSource.inside(view -> MetricSource.ofLong(view.collections())).resolvedBy(w -> 1),
            MetricComparison.ofLevel(0.10, 0.25));
    public static final Metric GC_TIME = new Metric(
            "gc.time",
            "GC time",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Time spent in garbage collections.",
            MetricSource.inside(view -> MetricSource.ofDouble(view.collectionMillis()))
                    // The JVM counts in milliseconds.
                    .resolvedBy(w -> 1),
            MetricComparison.ofLevel(0.10, 0.25));
    public static final Metric LOOP_LAG = new Metric(
            "loop.lag",
            "loop lag",
            MetricUnit.MILLIS,
            Better.LOWER,
            "How late the event loop of Node.js gets to what is due, on average over time: a part of every response time. Below"
                    + " 1 ms it is the rounding of its timers.",
            MetricSource.lag(EventLoopLag::meanMillis).resolvedBy(w -> 1),
            MetricComparison.ofLevel(0.10, 0.25));
    public static final Metric LOOP_LAG_P99 = new Metric(
            "loop.lag.p99",
            "loop lag p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The event loop is no later than this for 99 % of the time.",
            MetricSource.lag(EventLoopLag::p99Millis).resolvedBy(w -> 1).merged(),
            MetricComparison.ofLevel(0.10, 0.25));
    public static final Metric ALLOCATION_PER_REQUEST = new Metric(
            "alloc/request",
            "alloc/req",
            MetricUnit.BYTES,
            Better.LOWER,
            "Bytes allocated by all threads of the JVM per ended request. Hardly noisy.",
            MetricSource.jvm(jvm -> MetricSource.ofLong(jvm.allocatedBytes())).perRequest(),
            MetricComparison.rate(0.02, 0.05).inHeadline());
    public static final Metric CPU_PER_REQUEST = new Metric(
            "cpu/request",
            "cpu/req",
            MetricUnit.CPU_MICROS,
            Better.LOWER,
            "CPU time of the target per ended request, with that of its processes that have ended. Blind to waiting, immune to"
                    + " busy neighbours.",
            MetricSource.inside(view -> OptionalDouble.of(view.cpuSeconds() * 1e6))
                    .perRequest(),
            MetricComparison.rate(0.05, 0.10).inHeadline());
    public static final Metric RSS_PEAK = new Metric(
            "rss.peak",
            "RSS",
            MetricUnit.BYTES,
            Better.LOWER,
            "Largest resident set of the target's processes, by the sum of their peaks. Pages that processes of the same program"
                    + " share count once (PSS) where the kernel lets ralbench read that.",
            MetricSource.inside(view -> MetricSource.count(view.residentPeakBytes())),
            MetricComparison.ofWholeRun(0.10, 0.25).inHeadline());
    public static final Metric SWITCHES_PER_REQUEST = new Metric(
            "switches/request",
            "switches/req",
            MetricUnit.RATIO,
            Better.LOWER,
            "Context switches of the target per ended request, voluntary and not.",
            MetricSource.inside(view -> MetricSource.count(view.voluntarySwitches() + view.involuntarySwitches()))
                    .perRequest(),
            MetricComparison.rate(0.10, 0.25));

    /** All of them, in the order of files and tables. */
    public static final List<Metric> ALL = List.of(
            THREADS_PEAK,
            THREADS_STARTED,
            HEAP_PEAK,
            HEAP_AFTER_COLLECTION,
            GC_COUNT,
            GC_TIME,
            LOOP_LAG,
            LOOP_LAG_P99,
            ALLOCATION_PER_REQUEST,
            CPU_PER_REQUEST,
            RSS_PEAK,
            SWITCHES_PER_REQUEST);

    private ProcessMetrics() {}
}
