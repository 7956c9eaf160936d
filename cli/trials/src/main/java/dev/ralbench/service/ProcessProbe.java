package dev.ralbench.service;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.process.AcceptQueue;
import dev.ralbench.process.ProcessStat;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All figures of a target's processes, each from the best source that there is for it. */
final class ProcessProbe implements TargetProbe {
    private static final int REHEARSALS = 3;

    private final ProcProbe proc;
    private final Optional<JmxProbe> jmx;
    private final Optional<CounterFileProbe> counters;
    private final Optional<NodeProbe> node;
    private final Optional<PoolPage> poolPage;
    private final PoolWatch poolWatch = new PoolWatch();
    private final AcceptQueue acceptQueue;
    private final int viewThreadsBefore;
    private Optional<Long> heapAtPoll = Optional.empty();

    /** @param viewThreadsBefore threads for JMX that the target has by its own flags */
    ProcessProbe(
            ProcProbe proc,
            Optional<JmxProbe> jmx,
            Optional<CounterFileProbe> counters,
            Optional<NodeProbe> node,
            Optional<PoolPage> poolPage,
            AcceptQueue acceptQueue,
            int viewThreadsBefore) {
        this.proc = proc;
        this.viewThreadsBefore = viewThreadsBefore;
        this.jmx = jmx;
        this.counters = counters;
        this.node = node;
        this.poolPage = poolPage;
        this.acceptQueue = acceptQueue;
    }

    /**
     * Looks a few times as during a load. The first look of each kind loads classes in the target and in ralbench, runs
     * uncompiled, and would be in the first window. Pages are left out: a service may count who asks for them.
     */
    void rehearse() {
        for (int i = 0; i < REHEARSALS; i++) {
            jmx.ifPresent(JmxProbe::rehearse);
            counters.ifPresent(CounterFileProbe::nextWindow);
            proc.poll();
            proc.glance();
            proc.nextWindow();
            acceptQueue.waiting();
        }
    }

    @Override
    public Map<String, PoolUse> pools() {
        var overJmx = jmx.map(JmxProbe::readPools).orElse(Map.of());
        return poolWatch.known(allPools(poolPage.map(page -> page.read(overJmx)).orElse(Map.of()), overJmx));
    }

    /** Beans come before pages: a page is late when all threads that could answer it are busy. */
    private static Map<String, PoolUse> allPools(Map<String, PoolUse> onPage, Map<String, PoolUse> overJmx) {
        var all = new HashMap<>(onPage);
        all.putAll(overJmx);
        return all;
    }

    private void lookAtPools() {
        var overJmx = jmx.map(JmxProbe::takePools).orElse(Map.of());
        poolWatch.saw(allPools(poolPage.map(page -> page.take(overJmx)).orElse(Map.of()), overJmx));
    }

    private Optional<Map<String, PoolUse>> poolsInWindow(boolean isJmx) {
        lookAtPools();
        poolPage.ifPresent(PoolPage::windowBegins);
        return poolWatch.nextWindow(isJmx || poolPage.filter(PoolPage::hasPools).isPresent());
    }

    @Override
    public Optional<InsideView> nextWindow() {
        // Both are read, so that the file's window is the right one when JMX is lost in the next.
        var overJmx = jmx.flatMap(JmxProbe::nextWindow);
        var fromFile = counters.map(CounterFileProbe::nextWindow);
        var ofNode = node.flatMap(NodeProbe::nextWindow);
        var source = ofNode.isPresent() ? "node+proc" : source(overJmx, fromFile);
        var inPools = poolsInWindow(overJmx.isPresent());
        return Optional.of(seen(source, proc.nextWindow(), overJmx.or(() -> fromFile), ofNode, inPools));
    }

    private InsideView seen(
            String source,
            ProcProbe.ProcReading kernel,
            Optional<InsideView.Jvm> jvm,
            Optional<InsideView.Node> ofNode,
            Optional<Map<String, PoolUse>> inPools) {
        var threads = kernel.threads();
        int ofView = Math.max(0, threads.groupsPeak().getOrDefault(ThreadGroups.VIEW, 0) - viewThreadsBefore);
        return new InsideView(
                source,
                kernel.cpuSeconds(),
                kernel.residentPeakBytes(),
                kernel.threadsPeak(),
                threads.groupsPeak(),
                threads.totals().voluntary(),
                threads.totals().involuntary(),
                Optional.of(threads.totals().compilerTicks() / ProcessStat.TICKS_PER_SECOND),
                threads.isWaitingUnknown()
                        ? Optional.empty()
                        : Optional.of(threads.totals().compilerWaitNanos() / 1e9),
                Optional.of(kernel.processes()),
                jvm.map(view -> view.withViewThreads(ofView)),
                ofNode,
                inPools,
                threads.busiest());
    }

    private static String source(Optional<InsideView.Jvm> overJmx, Optional<InsideView.Jvm> fromFile) {
        if (overJmx.isPresent()) {
            return "jmx+proc";
        }
        return fromFile.isPresent() ? "hsperfdata+proc" : "proc";
    }

    @Override
    public void ask(boolean isFollowed) {
        jmx.ifPresent(probe -> probe.ask(isFollowed));
        node.ifPresent(NodeProbe::ask);
        poolPage.ifPresent(PoolPage::ask);
    }

    @Override
    public Optional<ProbeSample> poll() {
        var kernel = proc.poll();
        counters.ifPresent(CounterFileProbe::poll);
        var inside = node.map(NodeProbe::poll).orElseGet(this::jvm);
        heapAtPoll = inside.heapUsedBytes().or(() -> heapAtPoll); // one late answer is no news
        lookAtPools();
        var inPools = poolWatch.takeLatest();
        return kernel.map(seen -> new ProbeSample(seen, inside, acceptQueue.waiting(), inPools));
    }

    private ProbeSample.Inside jvm() {
        return new ProbeSample.Inside(
                jmx.flatMap(JmxProbe::takeHeapUsed),
                jmx.flatMap(JmxProbe::heapAfterCollection),
                counters.map(CounterFileProbe::collectionMillis),
                Optional.empty());
    }

    @Override
    public ProbeGlance glance() {
        var seen = proc.glance();
        return seen.equals(ProbeGlance.NOTHING) ? seen : seen.withHeap(heapAtPoll);
    }

    @Override
    public void close() {
        jmx.ifPresent(JmxProbe::close);
    }
}
