package dev.ralbench.service;

import static java.lang.management.ManagementFactory.getPlatformMXBeans;
import static java.lang.management.ManagementFactory.newPlatformMXBeanProxy;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.InsideView.PeakScope;
import dev.ralbench.service.CollectionTotals.Collector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.NotificationListener;
import javax.management.ObjectName;

/** The beans of a JVM that are read in every window, and their values. */
record JvmBeans(
        MBeanServerConnection connection,
        ThreadMXBean threads,
        MemoryMXBean memory,
        List<GarbageCollectorMXBean> collectors,
        Set<String> heapPools) {
    JvmBeans {
        collectors = List.copyOf(collectors);
        heapPools = Set.copyOf(heapPools);
    }

    static JvmBeans of(MBeanServerConnection connection) throws IOException {
        var heapPools = getPlatformMXBeans(connection, MemoryPoolMXBean.class).stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toUnmodifiableSet());
        return new JvmBeans(
                connection,
                newPlatformMXBeanProxy(connection, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class),
                newPlatformMXBeanProxy(connection, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class),
                getPlatformMXBeans(connection, GarbageCollectorMXBean.class),
                heapPools);
    }

    /** Everything that is read at a window's border. */
    record JvmCounters(
            int threadsPeak,
            long threadsStarted,
            long heapUsed,
            CollectionTotals collections,
            Map<String, GcInfo> lastCollections,
            Optional<Long> allocatedBytes) {
        JvmCounters {
            lastCollections = Map.copyOf(lastCollections);
        }

        /** The figures of the window between two borders. */
        InsideView.Jvm since(JvmCounters start, HeapWatch heap) {
            var ended = collections.minus(start.collections);
            return new InsideView.Jvm(
                    threadsPeak,
                    PeakScope.WINDOW,
                    Optional.empty(),
                    Optional.of(threadsStarted - start.threadsStarted),
                    Optional.of(heap.peak(heapUsed)),
                    heap.afterCollection(),
                    ended.count(),
                    ended.millis(),
                    allocatedBytes.flatMap(now -> start.allocatedBytes.map(before -> now - before)));
        }
    }

    /** Reads current values, and resets the one peak that the JVM keeps itself. */
    JvmCounters counters() throws IOException {
        var now = new JvmCounters(
                threads.getPeakThreadCount(),
                threads.getTotalStartedThreadCount(),
                heapUsed(),
                collections(),
                lastCollections(),
                allocatedBytes());
        threads.resetPeakThreadCount();
        return now;
    }

    /** Bytes of the heap in use, garbage included. */
    long heapUsed() {
        return memory.getHeapMemoryUsage().getUsed();
    }

    void listenToCollections(NotificationListener listener) throws JMException, IOException {
        for (var collector : collectors) {
            connection.addNotificationListener(collector.getObjectName(), listener, null, null);
        }
    }

    private CollectionTotals collections() {
        return CollectionTotals.of(collectors.stream()
                .map(bean -> new Collector(bean.getName(), bean.getCollectionCount(), bean.getCollectionTime()))
                .toList());
    }

    /** The last collection of each collector that has worked already, by its name. */
    private Map<String, GcInfo> lastCollections() {
        var last = new HashMap<String, GcInfo>();
        for (var collector : collectors) {
            Optional.ofNullable(collector.getLastGcInfo()).ifPresent(info -> last.put(collector.getName(), info));
        }
        return last;
    }

    /** Bytes allocated by all threads, ended ones too; empty on a JVM older than 21, which does not know. */
    private Optional<Long> allocatedBytes() throws IOException {
        try {
            var name = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
            var bytes = (Long) connection.getAttribute(name, "TotalThreadAllocatedBytes");
            return Optional.of(bytes).filter(known -> known >= 0);
        } catch (JMException e) {
            return Optional.empty();
        }
    }
}
