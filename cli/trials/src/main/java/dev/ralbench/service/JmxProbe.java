package dev.ralbench.service;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.service.JvmBeans.JvmCounters;
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
    private JvmCounters atWindowStart;
    private CompletableFuture<Optional<Long>> asked = CompletableFuture.completedFuture(Optional.empty());
    private Optional<Long> heapUsed = Optional.empty();

    private JmxProbe(JmxLink link, JvmBeans beans, HeapWatch heap, JvmCounters first) {
        this.link = link;
        this.beans = beans;
        this.heap = heap;
        this.atWindowStart = first;
    }

    /**
     * Attaches and begins the first window; empty if the JVM refuses.
     *
     * @param agents that are started for it
     */
    static Optional<JmxProbe> attach(long pid, ManagementAgents agents) {
        return JmxLink.attach(pid, agents).flatMap(link -> {
            var probe = link.ask(connection -> {
                var beans = JvmBeans.of(connection);
                var heap = new HeapWatch(beans.heapPools());
                var first = beans.counters();
                heap.beginWindow(first.lastCollections());
                beans.listenToCollections(heap);
                return new JmxProbe(link, beans, heap, first);
            });
            if (probe.isEmpty()) {
                link.close();
            }
            return probe;
        });
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

    /** Asks for the use of the heap, unless the JVM still owes an answer: one that is late must not make others wait. */
    void ask() {
        if (asked.isDone()) {
            takeAnswer();
            asked = link.askLater(connection -> beans.heapUsed());
        }
    }

    private void takeAnswer() {
        heapUsed = asked.join().or(() -> heapUsed);
        asked = CompletableFuture.completedFuture(Optional.empty());
    }

    /** The last answer; empty if there was none since the last call. */
    Optional<Long> heapUsed() {
        if (asked.isDone()) {
            takeAnswer();
        }
        var answer = heapUsed;
        heapUsed = Optional.empty();
        return answer;
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
