package dev.ralbench.measurement;

import dev.ralbench.measurement.DependencyFigure.Aspect;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that is said about a window: what it is called, what it is measured in, which way is better, how to read
 * it and where it comes from. Tables, files and comparisons all take their columns from this list.
 */
public enum Metric {
    GOODPUT(
            "goodput",
            "goodput",
            MetricUnit.PER_SECOND,
            Better.HIGHER,
            "Successful responses per second. Without think time, users divided by the mean response time.",
            MetricSource.ofRequests(WindowMeasurement::goodputPerSecond).resolvedBy(MetricSource::onePerWindow)),
    REQUESTS(
            "requests",
            "requests",
            MetricUnit.COUNT,
            Better.HIGHER,
            "Requests that ended within the window, failed ones included: what RPS is the rate of. One that a warm-up"
                    + " began counts where it ended; those dropped at the planned stop do not.",
            MetricSource.of(w -> MetricSource.count(w.requests().completions().ended()))),
    REQUESTS_PER_SECOND(
            "rps",
            "RPS",
            MetricUnit.PER_SECOND,
            Better.HIGHER,
            "Ended requests per second of the window, failed ones included: what Gatling and ab print.",
            MetricSource.ofRequests(w -> MetricSource.perSecond(
                            w, (double) w.requests().completions().ended()))
                    .resolvedBy(MetricSource::onePerWindow)),
    PEAK_PER_SECOND(
            "rps.peak",
            "peak RPS",
            MetricUnit.PER_SECOND,
            Better.HIGHER,
            "Most requests that ended within any one second, failed ones included: the top of a chart of JMeter. Of a burst"
                    + " it says how close together its requests arrive and are answered, not what the service sustains.",
            MetricSource.of(window -> window.requests().peakPerSecond())),
    TOTAL_TIME(
            "total-time",
            "total time",
            MetricUnit.SECONDS,
            Better.LOWER,
            "From the first request to the last answer, where a number of requests is to be done: what ab prints as the time"
                    + " taken for tests. Of a load that is run several times the sum; none where requests are still open.",
            MetricSource.of(MetricSource::totalSeconds)),
    MEAN(
            "mean",
            "mean",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Mean response time of successful requests. Hides everything about the tail.",
            MetricSource.ofRequests(w -> w.requests().successful().meanMillis())),
    STDDEV(
            "stddev",
            "stddev",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Standard deviation of the response times; over a whole ramp mostly the spread between its levels.",
            MetricSource.of(w -> w.requests().successful().stddevMillis())),
    P50(
            "p50",
            "p50",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Half of the successful requests took no longer than this.",
            MetricSource.percentileOfRequests(
                    50, (w, p) -> w.requests().successful().percentileMillis(p))),
    P90(
            "p90",
            "p90",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Nine of ten successful requests took no longer than this.",
            MetricSource.percentileOfRequests(
                    90, (w, p) -> w.requests().successful().percentileMillis(p))),
    P99(
            "p99",
            "p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "99 of 100 successful requests took no longer than this; needs 1 000 of them.",
            MetricSource.percentileOfRequests(
                    99, (w, p) -> w.requests().successful().percentileMillis(p))),
    P99_CORRECTED(
            "p99.co-est",
            "p99 CO-est.",
            MetricUnit.MILLIS,
            Better.LOWER,
            "An estimate of what p99 would be if users had not waited for slow answers: HdrHistogram's correction with"
                    + " the level's mean cycle (response and think time) as the interval. Next to p99, never in its"
                    + " place; an open load has none, because it needs none.",
            MetricSource.percentileOfRequests(99, WindowMeasurement::correctedPercentileMillis)),
    P999(
            "p999",
            "p99.9",
            MetricUnit.MILLIS,
            Better.LOWER,
            "999 of 1 000 successful requests took no longer than this; needs 10 000 of them.",
            MetricSource.percentileOfRequests(
                    99.9, (w, p) -> w.requests().successful().percentileMillis(p))),
    P999_CORRECTED(
            "p999.co-est",
            "p99.9 CO-est.",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The same estimate for p99.9.",
            MetricSource.percentileOfRequests(99.9, WindowMeasurement::correctedPercentileMillis)),
    MAX(
            "max",
            "max",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The slowest successful request. Grows with their number, so never compared.",
            MetricSource.of(w -> w.requests().successful().maxMillis())),
    ERRORS(
            "errors",
            "errors",
            MetricUnit.SHARE,
            Better.LOWER,
            "Failed requests as a share of those that ended.",
            MetricSource.ofRequests(window -> window.requests().errorShare())),
    TIMEOUTS(
            "timeouts",
            "timeouts",
            MetricUnit.SHARE,
            Better.LOWER,
            "Requests without an answer within the timeout as a share of those that ended.",
            MetricSource.ofRequests(window -> window.requests().timeoutShare())),
    STALL(
            "stall",
            "stall",
            MetricUnit.SECONDS,
            Better.LOWER,
            "The longest time without any completion: shows a pause that closed-loop percentiles hide.",
            MetricSource.of(w -> OptionalDouble.of(w.requests().longestStallSeconds()))
                    .resolvedBy(w -> Gaps.SHORTEST_SECONDS)),
    STALL_SECONDS(
            "stall.seconds",
            "stalled",
            MetricUnit.SECONDS,
            Better.LOWER,
            "Time in which fewer than half as many requests ended as usual at that level; taken from the series.",
            MetricSource.outsideWindows()),
    CONNECT_P99(
            "connect.p99",
            "connect p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "99 of 100 connections were set up in no longer than this; no part of any response time.",
            MetricSource.percentile(99, (w, p) -> w.requests().connecting().percentileMillis(p))),
    OFFERED(
            "offered",
            "offered",
            MetricUnit.PER_SECOND,
            Better.NEITHER,
            "Requests per second that were due in an open phase, by its plan. What goodput is to be held against.",
            MetricSource.open((w, open) -> OptionalDouble.of(open.offeredPerSecond()))),
    SENT(
            "sent",
            "sent",
            MetricUnit.PER_SECOND,
            Better.NEITHER,
            "Requests per second that were really sent in an open phase. Below what was offered: all connections were"
                    + " busy.",
            MetricSource.open((w, open) -> MetricSource.perSecond(w, (double) open.sent()))),
    SERVICE_P50(
            "service.p50",
            "service p50",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Median time from the actual send in an open phase; p50 counts from when the request was due.",
            MetricSource.percentileOfRequests(50, MetricSource.openPercentile(OpenLoad::service))),
    SERVICE_P99(
            "service.p99",
            "service p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The same for 99 of 100. What it is below p99 was spent waiting for a connection, or for the generator.",
            MetricSource.percentileOfRequests(99, MetricSource.openPercentile(OpenLoad::service))),
    LATE_P99(
            "late.p99",
            "late p99",
            MetricUnit.MILLIS,
            Better.NEITHER,
            "How late the generator itself came to 99 of 100 requests of an open phase.",
            MetricSource.percentile(99, MetricSource.openPercentile(OpenLoad::late))),
    WAITING(
            "waiting",
            "waiting",
            MetricUnit.COUNT,
            Better.LOWER,
            "Requests that were due and not sent at the end of an open phase, because all connections were busy.",
            MetricSource.open((w, open) -> MetricSource.count(open.waitingAtEnd()))),
    THREADS_PEAK(
            "threads.peak",
            "threads",
            MetricUnit.COUNT,
            Better.LOWER,
            "Most live Java threads of a JVM by its own counter, without those of ralbench's view into it; of any other"
                    + " program most threads of the operating system. Virtual threads are in no count.",
            MetricSource.inside(MetricSource::threadsPeak)),
    THREADS_STARTED(
            "threads.started",
            "started",
            MetricUnit.COUNT,
            Better.LOWER,
            "Java threads that the JVM started in the window, also those that have ended since; virtual threads are not"
                    + " counted. Far above the peak: threads are made and thrown away.",
            MetricSource.jvm(jvm -> MetricSource.ofLong(jvm.threadsStarted())).resolvedBy(w -> 1)),
    HEAP_PEAK(
            "heap.peak",
            "heap",
            MetricUnit.BYTES,
            Better.LOWER,
            "Most used heap, garbage included: says more about the collector's laziness than about need. Of a JVM as it was"
                    + " right before collections, of Node.js as polled about once a second.",
            MetricSource.inside(view -> MetricSource.ofLong(view.heapPeakBytes()))),
    HEAP_AFTER_COLLECTION(
            "heap.after-collection",
            "heap live",
            MetricUnit.BYTES,
            Better.LOWER,
            "Most heap still in use right after a garbage collection: what is really needed.",
            MetricSource.jvm(jvm -> MetricSource.ofLong(jvm.heapAfterCollectionBytes()))),
    GC_COUNT(
            "gc.count",
            "GCs",
            MetricUnit.COUNT,
            Better.LOWER,
            "Garbage collections in the window.",
            MetricSource.inside(view -> MetricSource.ofLong(view.collections())).resolvedBy(w -> 1)),
    GC_TIME(
            "gc.time",
            "GC time",
            MetricUnit.MILLIS,
            Better.LOWER,
            "Time spent in garbage collections.",
            MetricSource.inside(view -> MetricSource.ofDouble(view.collectionMillis()))
                    // The JVM counts in milliseconds.
                    .resolvedBy(w -> 1)),
    LOOP_LAG(
            "loop.lag",
            "loop lag",
            MetricUnit.MILLIS,
            Better.LOWER,
            "How late the event loop of Node.js gets to what is due, on average over time: a part of every response time. Below"
                    + " 1 ms it is the rounding of its timers.",
            MetricSource.lag(EventLoopLag::meanMillis).resolvedBy(w -> 1)),
    LOOP_LAG_P99(
            "loop.lag.p99",
            "loop lag p99",
            MetricUnit.MILLIS,
            Better.LOWER,
            "The event loop is no later than this for 99 % of the time.",
            MetricSource.lag(EventLoopLag::p99Millis).resolvedBy(w -> 1)),
    ALLOCATION_PER_REQUEST(
            "alloc/request",
            "alloc/req",
            MetricUnit.BYTES,
            Better.LOWER,
            "Bytes allocated by all threads of the JVM per ended request. Hardly noisy.",
            MetricSource.jvm(jvm -> MetricSource.ofLong(jvm.allocatedBytes())).perRequest()),
    CPU_PER_REQUEST(
            "cpu/request",
            "cpu/req",
            MetricUnit.CPU_MICROS,
            Better.LOWER,
            "CPU time of the target per ended request. Blind to waiting, immune to busy neighbours.",
            MetricSource.inside(view -> OptionalDouble.of(view.cpuSeconds() * 1e6))
                    .perRequest()),
    RSS_PEAK(
            "rss.peak",
            "RSS",
            MetricUnit.BYTES,
            Better.LOWER,
            "Largest resident set of the target's processes.",
            MetricSource.inside(view -> MetricSource.count(view.residentPeakBytes()))),
    SWITCHES_PER_REQUEST(
            "switches/request",
            "switches/req",
            MetricUnit.RATIO,
            Better.LOWER,
            "Context switches of the target per ended request, voluntary and not.",
            MetricSource.inside(view -> MetricSource.count(view.voluntarySwitches() + view.involuntarySwitches()))
                    .perRequest()),
    SQL_SERVED(
            "sql",
            "SQL",
            "SQL statements that read or write data, by the server's own counters.",
            DependencyFigure.ofDatabases(Aspect.SERVED)),
    SQL_PER_REQUEST(
            "sql/request",
            "SQL/req",
            "SQL statements per ended request; requests that were never answered have cost some too.",
            DependencyFigure.ofDatabases(Aspect.SERVED_PER_REQUEST)),
    SQL_BATCH(
            "sql.batch",
            "batch",
            "Mean number of ended requests that shared one SQL statement; none where each has one or more of its own.",
            DependencyFigure.ofDatabases(Aspect.BATCH)),
    SQL_RUNNING(
            "sql.running",
            "busy",
            "Most SQL statements under way at once, as polled about once a second.",
            DependencyFigure.ofDatabases(Aspect.RUNNING_PEAK)),
    SQL_CONNECTIONS(
            "sql.connections",
            "conns",
            "Most connections to the database at once, as polled about once a second.",
            DependencyFigure.ofDatabases(Aspect.CONNECTIONS_PEAK)),
    REDIS_SERVED(
            "redis",
            "Redis",
            "Redis commands, those for the connections' own keeping left out.",
            new DependencyFigure("redis", Aspect.SERVED)),
    REDIS_PER_REQUEST(
            "redis/request",
            "Redis/req",
            "Redis commands per ended request.",
            new DependencyFigure("redis", Aspect.SERVED_PER_REQUEST)),
    MONGODB_SERVED(
            "mongodb",
            "MongoDB",
            "MongoDB commands that read or write data, by the server's own counters.",
            new DependencyFigure("mongodb", Aspect.SERVED)),
    MONGODB_PER_REQUEST(
            "mongodb/request",
            "MongoDB/req",
            "MongoDB commands per ended request; one that answers several requests at once is below 1.",
            new DependencyFigure("mongodb", Aspect.SERVED_PER_REQUEST)),
    MONGODB_BATCH(
            "mongodb.batch",
            "batch",
            "Mean number of ended requests that shared one MongoDB command; none where each has one or more of its own.",
            new DependencyFigure("mongodb", Aspect.BATCH)),
    UPSTREAM_SERVED(
            "upstream",
            "calls",
            "Calls that reached the upstream stub.",
            new DependencyFigure("upstream", Aspect.SERVED)),
    UPSTREAM_PER_REQUEST(
            "upstream/request",
            "calls/req",
            "Calls to the upstream stub per ended request.",
            new DependencyFigure("upstream", Aspect.SERVED_PER_REQUEST)),
    UPSTREAM_WAITING(
            "upstream.waiting",
            "open",
            "Most calls waiting in the upstream stub at once, as polled about once a second.",
            new DependencyFigure("upstream", Aspect.WAITING_PEAK)),
    LITTLE_DEVIATION(
            "little.deviation",
            "Little",
            MetricUnit.SHARE,
            Better.NEITHER,
            "Completions per second times cycle time over users, minus 1. Far from 0: the measurement is wrong.",
            MetricSource.of(w -> MetricSource.ofDouble(w.little().map(LittleCheck::deviation)))),
    USER_SECONDS(
            "user-seconds",
            "user-seconds",
            MetricUnit.SECONDS,
            Better.NEITHER,
            "The load that was really offered: users times time. Must be the same for every variant.",
            MetricSource.of(w -> OptionalDouble.of(w.ledger().offeredSeconds()))),
    STARTUP(
            "startup",
            "startup",
            MetricUnit.MILLIS,
            Better.LOWER,
            "From the start of the target's process to its first successful answer; once per trial.",
            MetricSource.outsideWindows());

    /** Which way is better for the user of the service. */
    public enum Better {
        HIGHER,
        LOWER,
        NEITHER,
    }

    private final String key;
    private final String title;
    private final MetricUnit unit;
    private final Better better;
    private final String reading;

    @SuppressWarnings("ImmutableEnumChecker") // a record of functions without state, from this file
    private final MetricSource source;

    Metric(String key, String title, MetricUnit unit, Better better, String reading, MetricSource source) {
        this.key = key;
        this.title = title;
        this.unit = unit;
        this.better = better;
        this.reading = reading;
        this.source = source;
    }

    /** A metric about a dependency. */
    Metric(String key, String title, String reading, DependencyFigure figure) {
        this(key, title, figure.aspect().unit(), figure.aspect().better(), reading, MetricSource.ofDependency(figure));
    }

    /** The metric with the given key, such as {@code cpu/request}. */
    public static Optional<Metric> withKey(String key) {
        return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }

    /** The name in files and on the command line. */
    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public MetricUnit unit() {
        return unit;
    }

    public Better better() {
        return better;
    }

    /** What it says and what it does not, in one or two sentences. */
    public String reading() {
        return reading;
    }

    /**
     * The least value that can be told from 0 in a window, in {@link #unit}; 0 where none is known. There is no ratio to 0:
     * comparisons take what is below this value for this value, so that 0 on both sides is no difference and 0 on one side
     * is as large a difference as could be seen.
     */
    public double resolution(WindowMeasurement window) {
        return source.resolution().applyAsDouble(window);
    }

    /** What it says about a dependency, if it is about one. */
    public Optional<DependencyFigure> ofDependency() {
        return source.dependency();
    }

    /** Whether it is what a dependency serves for each request. */
    public boolean isServedPerRequestBy(String kind) {
        return source.dependency()
                .filter(figure -> figure.aspect() == Aspect.SERVED_PER_REQUEST
                        && figure.kinds().contains(kind))
                .isPresent();
    }

    /** The metrics of this aspect, one for each kind of dependency that has it. */
    public static List<Metric> of(DependencyFigure.Aspect aspect) {
        return Arrays.stream(values())
                .filter(metric -> metric.ofDependency()
                        .filter(figure -> figure.aspect() == aspect)
                        .isPresent())
                .toList();
    }

    /** Whether it is missing only if too few requests were served: then it is as bad as it can be. */
    public boolean isOfRequests() {
        return source.isOfRequests();
    }

    /** Whether it comes from a look into the target's process, which needs to be known. */
    public boolean isOfProcess() {
        return source.isOfProcess();
    }

    /** Samples that a window needs for the metric to have a value; 0 unless the metric is a percentile. */
    public long leastSamples() {
        return source.leastSamples();
    }

    /**
     * Its value in a window, in {@link #unit}; empty where it was not or cannot be measured, and for the few that are not
     * about windows.
     */
    public OptionalDouble of(WindowMeasurement window) {
        return source.value().apply(window);
    }
}
