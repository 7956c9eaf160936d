package dev.ralbench.service;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.service.JvmBeans.JvmCounters;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Figures of a JVM over JMX. It is not free: the connection adds six threads to the target (the attach listener, and
 * five of RMI and JMX, by {@link ThreadGroups#VIEW}), and some allocation in every window, to each variant alike.
 */
final class JmxProbe implements AutoCloseable {
    private final JmxLink link;
    private final JvmBeans beans;
    private final HeapWatch heap;
    private final JmxPools pools;
    private JvmCounters atWindowStart;
    private CompletableFuture<Optional<Answer>> asked = CompletableFuture.completedFuture(Optional.empty());
    private Answer latest = Answer.NONE;

    private JmxProbe(JmxLink link, JvmBeans beans, HeapWatch heap, JvmCounters first, JmxPools pools) {
        this.link = link;
        this.beans = beans;
        this.heap = heap;
        this.atWindowStart = first;
        this.pools = pools;
    }

    /** What the JVM is asked for once a second. */
    private record Answer(Optional<Long> heapUsed, Map<String, PoolUse> pools) {
        static final Answer NONE = new Answer(Optional.empty(), Map.of());
    }

    /**
     * Attaches and begins the first window; empty if the JVM refuses.
     *
     * @param agents that are started for it
     * @param port on which the target listens
     */
    static Optional<JmxProbe> attach(long pid, ManagementAgents agents, int port) {
        return JmxLink.attach(pid, agents).flatMap(link -> over(link, port));
    }

    /** Begins the first window; empty if the JVM does not answer. */
    static Optional<JmxProbe> over(JmxLink link, int port) {
        var probe = link.ask(connection -> {
            var beans = JvmBeans.of(connection);
            var heap = new HeapWatch(beans.heapPools());
            var first = beans.counters();
            heap.beginWindow(first.lastCollections());
            beans.listenToCollections(heap);
            return new JmxProbe(link, beans, heap, first, new JmxPools(port));
        });
        if (probe.isEmpty()) {
            link.close();
        }
        return probe;
    }

    /** Ends a window and begins the next; empty once the JVM has ended or no longer answers. */
    Optional<InsideView.Jvm> nextWindow() {
        return link.ask(connection -> beans.counters()).map(now -> {
            // The notification of a collection that has just ended may be under way still.
            now.lastCollections().forEach(heap::saw);
            var seen = now.since(atWindowStart, heap);
            heap.beginWindow(now.lastCollections());
            atWindowStart = now;
            return seen;
        });
    }

    /**
     * Reads the pools, and waits for the answer. One that is late or odd does not lose the link: the figures of the JVM count
     * for more than its pools.
     */
    Map<String, PoolUse> readPools() {
        ask(false);
        JmxLink.await(asked);
        return takePools();
    }

    /**
     * Asks for the use of pools and of the heap, unless the JVM still owes an answer: one that is late must not make others
     * wait.
     *
     * @param isHeapAsked whether for the heap too
     */
    void ask(boolean isHeapAsked) {
        if (asked.isDone()) {
            takeAnswer();
            asked = link.askLater(connection ->
                    new Answer(isHeapAsked ? Optional.of(beans.heapUsed()) : Optional.empty(), pools.read(connection)));
        }
    }

    private void takeAnswer() {
        if (asked.isDone()) {
            latest = asked.join().orElse(latest);
            asked = CompletableFuture.completedFuture(Optional.empty());
        }
    }

    /** Asks for everything once, and drops the answers. */
    void rehearse() {
        ask(true);
        JmxLink.await(asked);
        takeAnswer();
        latest = Answer.NONE;
        nextWindow();
    }

    /** The last answer; empty if there was none since the last call. */
    Optional<Long> takeHeapUsed() {
        takeAnswer();
        var heapUsed = latest.heapUsed;
        latest = new Answer(Optional.empty(), latest.pools);
        return heapUsed;
    }

    /** The last answer; empty if there was none since the last call. */
    Map<String, PoolUse> takePools() {
        takeAnswer();
        var use = latest.pools;
        latest = new Answer(latest.heapUsed, Map.of());
        return use;
    }

    /** Use right after the last collection; empty when none was seen. */
    Optional<Long> heapAfterCollection() {
        return heap.afterLastCollection();
    }

    @Override
    public void close() {
        link.close();
    }
}
