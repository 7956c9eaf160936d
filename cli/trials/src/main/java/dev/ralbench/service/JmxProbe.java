package dev.ralbench.service;

import com.sun.management.GcInfo;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.InsideView.PeakScope;
import java.util.Map;
import java.util.Optional;

/**
 * What a JVM tells over JMX. It is not free: the connection adds six threads to the target (the attach listener, and
 * five of RMI and JMX, by {@link ThreadGroups#VIEW}), and some allocation in every window, to each variant alike.
 */
final class JmxProbe implements AutoCloseable {
    private final JmxLink link;
    private final JvmBeans beans;
    private final HeapWatch heap;
    private JvmCounters atWindowStart;

    private JmxProbe(JmxLink link, JvmBeans beans, HeapWatch heap, JvmCounters first) {
        this.link = link;
        this.beans = beans;
        this.heap = heap;
        this.atWindowStart = first;
    }

    /** Everything that is read at a window's border. */
    private record JvmCounters(
            int threadsPeak,
            long threadsStarted,
            long heapUsed,
            CollectionTotals collections,
            Map<String, GcInfo> lastCollections,
            Optional<Long> allocatedBytes) {
        /** Reads, and resets the one peak that the JVM keeps itself. */
        static JvmCounters read(JvmBeans beans) throws Exception {
            var totals = new JvmCounters(
                    beans.threads().getPeakThreadCount(),
                    beans.threads().getTotalStartedThreadCount(),
                    beans.memory().getHeapMemoryUsage().getUsed(),
                    beans.collections(),
                    beans.lastCollections(),
                    beans.allocatedBytes());
            beans.threads().resetPeakThreadCount();
            return totals;
        }
    }

    /** Attaches and begins the first window; empty where the JVM does not let us. */
    static Optional<JmxProbe> attach(long pid) {
        return JmxLink.attach(pid).flatMap(link -> {
            var probe = link.ask(connection -> {
                var beans = JvmBeans.of(connection);
                var heap = new HeapWatch(beans.heapPools());
                var first = JvmCounters.read(beans);
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
        return link.ask(connection -> JvmCounters.read(beans)).map(now -> {
            // The notification of a collection that has just ended may be under way still.
            now.lastCollections().forEach(heap::saw);
            var seen = seen(now);
            heap.beginWindow(now.lastCollections());
            atWindowStart = now;
            return seen;
        });
    }

    private InsideView.Jvm seen(JvmCounters now) {
        var collections = now.collections().minus(atWindowStart.collections());
        return new InsideView.Jvm(
                now.threadsPeak(),
                PeakScope.WINDOW,
                Optional.empty(),
                Optional.of(now.threadsStarted() - atWindowStart.threadsStarted()),
                Optional.of(heap.peak(now.heapUsed())),
                heap.afterCollection(),
                collections.count(),
                collections.millis(),
                now.allocatedBytes()
                        .flatMap(end -> atWindowStart.allocatedBytes().map(start -> end - start)));
    }

    @Override
    public void close() {
        link.close();
    }
}
