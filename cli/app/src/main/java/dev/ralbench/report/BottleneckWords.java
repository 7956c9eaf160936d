package dev.ralbench.report;

import dev.ralbench.bottleneck.Bottleneck;
import dev.ralbench.bottleneck.Bottleneck.CpuUse;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Numbers;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A bottleneck in words.
 *
 * @param kind for programs
 * @param limit what goes after <em>limited by</em>; empty if there is no limit
 * @param limitOfSeveral the same of several variants, each of which has its own
 * @param evidence what shows it, or all that is seen if that may be a sign of something else; empty if there is no limit
 * @param figures behind it, for programs
 */
record BottleneckWords(String kind, String limit, String limitOfSeveral, String evidence, Map<String, Object> figures) {
    /** A smaller share of the CPUs is left out. */
    private static final double SHOWN = 0.05;

    BottleneckWords {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** @param limit with the word for whose it is: <em>its</em> or <em>their</em> */
    private BottleneckWords(String kind, UnaryOperator<String> limit, String evidence, Map<String, Object> figures) {
        this(kind, limit.apply("its"), limit.apply("their"), evidence, figures);
    }

    static BottleneckWords of(Bottleneck bottleneck) {
        return switch (bottleneck) {
            case Bottleneck.WorkerThreads workers -> workers(workers);
            case Bottleneck.Connections pool -> connections(pool);
            case Bottleneck.Pool pool -> pool(pool);
            case Bottleneck.OneThread thread -> thread(thread);
            case Bottleneck.Busy busy -> busy(busy.resource());
            case Bottleneck.Both both -> both(of(both.first()), of(both.second()));
            case Bottleneck.Cpu cpu -> cpu(cpu.use());
            case Bottleneck.JavaScriptThread thread ->
                new BottleneckWords(
                        "javascript-thread",
                        whose -> whose + " one JavaScript thread",
                        String.format(
                                Locale.ROOT,
                                thread.cpus() <= 1
                                        ? "%.2f of the 1 CPU that it can use"
                                        : "it can use 1 CPU, of %.2f in use by the process",
                                thread.cpus()),
                        Map.of("targetCpus", thread.cpus()));
            case Bottleneck.Compilers compilers ->
                new BottleneckWords(
                        "compilers",
                        whose -> "too few CPUs for " + whose + " JIT compilers",
                        "they wait in " + Numbers.share(compilers.waitingShare()) + " of the time: it is not warm",
                        Map.of("waitingShare", compilers.waitingShare()));
            case Bottleneck.Generator generator ->
                new BottleneckWords(
                        "generator",
                        whose -> "the load generator",
                        "its event loop runs in " + Numbers.share(generator.busyShare())
                                + " of the time while CPUs are free; --event-loops lets more send",
                        Map.of("busyShare", generator.busyShare()));
            case Bottleneck.None none -> new BottleneckWords("none", whose -> "", "", Map.of());
        };
    }

    boolean isLimit() {
        return !limit.isEmpty();
    }

    /** Whether there is neither a limit nor a sign of one. */
    boolean isNone() {
        return evidence.isEmpty();
    }

    /** The limit with its evidence, or what is seen. */
    String full() {
        return isLimit() ? limit + " (" + evidence + ")" : evidence;
    }

    /** A resource that is only in use is a part of the evidence. */
    private static BottleneckWords both(BottleneckWords first, BottleneckWords second) {
        var figures = new LinkedHashMap<>(second.figures);
        figures.putAll(first.figures);
        return new BottleneckWords(
                first.kind,
                both(first.limit, second.limit),
                both(first.limitOfSeveral, second.limitOfSeveral),
                first.evidence + "; " + second.evidence,
                figures);
    }

    private static String both(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + " and " + second;
    }

    private static BottleneckWords thread(Bottleneck.OneThread thread) {
        var figures = new LinkedHashMap<String, Object>();
        thread.name().ifPresent(name -> figures.put("thread", name));
        figures.put("threadCpus", thread.cpus());
        return new BottleneckWords(
                "thread",
                whose -> nameOf(thread, whose),
                String.format(Locale.ROOT, "%.2f of the 1 CPU that a thread can use", thread.cpus()),
                figures);
    }

    private static String nameOf(Bottleneck.OneThread thread, String whose) {
        return thread.isMain()
                ? whose + " main thread"
                : thread.name().map(name -> whose + " thread " + name).orElse("one of " + whose + " threads");
    }

    private static BottleneckWords workers(Bottleneck.WorkerThreads workers) {
        return new BottleneckWords(
                "worker-threads",
                whose -> whose + " " + workers.threads() + " " + workers.group().orElse("worker") + " threads",
                "all busy: " + workers.threads() + " / " + Numbers.millis(workers.serviceMillis()) + " = "
                        + Numbers.of(MetricUnit.PER_SECOND, workers.mostPerSecond()),
                figures(workers));
    }

    private static BottleneckWords cpu(CpuUse use) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("cpus", use.cpus());
        figures.put("usedCpus", use.used());
        figures.put("targetCpus", use.target());
        if (!use.isTargetsOwn()) {
            figures.put("generatorCpus", use.generator());
            figures.put("dependenciesCpus", use.dependencies());
            figures.put("othersCpus", use.others());
        }
        return new BottleneckWords("cpu", whose -> user(use, whose), users(use), figures);
    }

    private static Map<String, Object> figures(Bottleneck.WorkerThreads workers) {
        var figures = new LinkedHashMap<String, Object>();
        workers.group().ifPresent(name -> figures.put("group", name));
        figures.put("threads", workers.threads());
        figures.put("serviceMillis", workers.serviceMillis());
        return figures;
    }

    private static BottleneckWords pool(Bottleneck.Pool pool) {
        boolean areThreads = pool.holds() == PoolUse.Resource.THREADS;
        var waiting = pool.waiting().orElse(0) > 0 ? ", up to " + pool.waiting().getAsInt() + " wait" : "";
        var figures = new LinkedHashMap<String, Object>();
        figures.put("pool", pool.name());
        figures.put(areThreads ? "threads" : "connections", pool.limit());
        pool.waiting().ifPresent(most -> figures.put("waiting", most));
        return new BottleneckWords(
                areThreads ? "worker-threads" : "connections",
                whose -> whose + " " + places(pool),
                pool.name() + ": all " + (areThreads ? "busy" : "in use") + waiting,
                figures);
    }

    private static String places(Bottleneck.Pool pool) {
        return pool.limit() + (pool.holds() == PoolUse.Resource.THREADS ? " worker threads" : " pooled connections");
    }

    private static BottleneckWords connections(Bottleneck.Connections pool) {
        var figures = new LinkedHashMap<String, Object>();
        figures.put("server", pool.server());
        figures.put("connections", pool.connections());
        figures.put("running", pool.running());
        return new BottleneckWords(
                "connections",
                whose -> whose + " " + pool.connections() + " connections to " + pool.server(),
                "statements run on " + (pool.running() == pool.connections() ? "all" : pool.running()) + " of them",
                figures);
    }

    /** Told as what is seen, and not as a limit. */
    private static BottleneckWords busy(Bottleneck.Resource resource) {
        var words = of(resource);
        var seen = switch (resource) {
            case Bottleneck.Pool pool ->
                "all " + places(pool) + (pool.holds() == PoolUse.Resource.THREADS ? " are busy" : " are in use");
            case Bottleneck.OneThread thread -> nameOf(thread, "its") + " uses a whole CPU";
            case Bottleneck.Connections pool ->
                "statements run on "
                        + (pool.running() == pool.connections() ? "all " : pool.running() + " of ")
                        + words.limit;
        };
        return new BottleneckWords(words.kind, whose -> "", seen, words.figures);
    }

    private static String user(CpuUse use, String whose) {
        return switch (use.user()) {
            case TARGET -> whose + " CPU time";
            case DEPENDENCIES -> "the CPU time of " + use.server().orElse(whose + " dependencies");
            case SEVERAL, OTHER_PROGRAMS -> "the machine's CPUs";
        };
    }

    /** Such as {@code 2.0 of 2 CPUs in use: mysql 1.8, target 0.2}. */
    private static String users(CpuUse use) {
        var parts = new LinkedHashMap<String, Double>();
        parts.put("target", use.target());
        parts.put(use.server().orElse("dependencies"), use.dependencies());
        parts.put("load generator", use.generator());
        parts.put("other programs", use.others());
        var words = parts.entrySet().stream()
                .filter(part -> part.getValue() >= SHOWN * use.cpus())
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(part -> part.getKey() + " " + tenths(part.getValue()))
                .toList();
        return tenths(use.used()) + " of " + plain(use.cpus()) + (use.cpus() == 1 ? " CPU" : " CPUs") + " in use"
                + (use.isTargetsOwn() ? "" : ": " + String.join(", ", words));
    }

    private static String tenths(double cpus) {
        return String.format(Locale.ROOT, "%.1f", cpus);
    }

    /** A limit may be a part of a CPU. */
    private static String plain(double cpus) {
        return cpus == Math.rint(cpus) ? Numbers.count(cpus) : Numbers.significant(cpus);
    }
}
