package dev.ralbench.service;

import com.sun.management.GcInfo;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.InsideView.PeakScope;
import dev.ralbench.service.CollectionTotals.Collector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The beans of a JVM that are read in every window, and their values. Each question costs the target, so that all that is
 * asked of a bean is one.
 *
 * @param collectors their beans by name
 */
record JvmBeans(MBeanServerConnection connection, Map<String, ObjectName> collectors, Set<String> heapPools) {
    private static final ObjectName THREADS = named(ManagementFactory.THREAD_MXBEAN_NAME);
    private static final ObjectName MEMORY = named(ManagementFactory.MEMORY_MXBEAN_NAME);
    private static final ObjectName POOLS = named(ManagementFactory.MEMORY_POOL_MXBEAN_DOMAIN_TYPE + ",*");
    private static final ObjectName COLLECTORS = named(ManagementFactory.GARBAGE_COLLECTOR_MXBEAN_DOMAIN_TYPE + ",*");
    private static final String NAME = "Name";
    private static final String TYPE = "Type";
    private static final String THREADS_PEAK = "PeakThreadCount";
    private static final String THREADS_STARTED = "TotalStartedThreadCount";
    /** Of all threads, ended ones too; a JVM older than 21 does not know it. */
    private static final String ALLOCATED = "TotalThreadAllocatedBytes";

    private static final String COLLECTIONS = "CollectionCount";
    private static final String COLLECTION_MILLIS = "CollectionTime";
    private static final String LAST_COLLECTION = "LastGcInfo";

    JvmBeans {
        collectors = Collections.unmodifiableMap(new LinkedHashMap<>(collectors));
        heapPools = Set.copyOf(heapPools);
    }

    static JvmBeans of(MBeanServerConnection connection) throws IOException, JMException {
        var heapPools = new HashSet<String>();
        for (var pool : connection.queryNames(POOLS, null)) {
            var values = values(connection, pool, NAME, TYPE);
            if (MemoryType.HEAP.name().equals(values.get(TYPE))) {
                heapPools.add(String.valueOf(values.get(NAME)));
            }
        }
        var collectors = new LinkedHashMap<String, ObjectName>();
        for (var collector : connection.queryNames(COLLECTORS, null)) {
            collectors.put(String.valueOf(connection.getAttribute(collector, NAME)), collector);
        }
        return new JvmBeans(connection, collectors, heapPools);
    }

    private static ObjectName named(String name) {
        try {
            return new ObjectName(name);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    /** Attributes that the bean does not have, or that are null, are left out. */
    private static Map<String, Object> values(MBeanServerConnection connection, ObjectName bean, String... attributes)
            throws IOException, JMException {
        var values = new HashMap<String, Object>();
        for (var attribute : connection.getAttributes(bean, attributes).asList()) {
            Optional.ofNullable(attribute.getValue()).ifPresent(value -> values.put(attribute.getName(), value));
        }
        return values;
    }

    private static long number(Map<String, Object> values, String attribute) throws JMException {
        if (values.get(attribute) instanceof Number number) {
            return number.longValue();
        }
        throw new AttributeNotFoundException(attribute);
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
    JvmCounters counters() throws IOException, JMException {
        var threads = values(connection, THREADS, THREADS_PEAK, THREADS_STARTED, ALLOCATED);
        connection.invoke(THREADS, "resetPeakThreadCount", new Object[0], new String[0]);
        long heapUsed = heapUsed();
        var totals = new ArrayList<Collector>();
        var last = new HashMap<String, GcInfo>();
        for (var collector : collectors.entrySet()) {
            var name = collector.getKey();
            var values = values(connection, collector.getValue(), COLLECTIONS, COLLECTION_MILLIS, LAST_COLLECTION);
            totals.add(new Collector(name, number(values, COLLECTIONS), number(values, COLLECTION_MILLIS)));
            if (values.get(LAST_COLLECTION) instanceof CompositeData collection) {
                last.put(name, GcInfo.from(collection));
            }
        }
        return new JvmCounters(
                (int) number(threads, THREADS_PEAK),
                number(threads, THREADS_STARTED),
                heapUsed,
                CollectionTotals.of(totals),
                last,
                threads.containsKey(ALLOCATED)
                        ? Optional.of(number(threads, ALLOCATED)).filter(bytes -> bytes >= 0)
                        : Optional.empty());
    }

    /** Bytes of the heap in use, garbage included. */
    long heapUsed() throws IOException, JMException {
        var usage = (CompositeData) connection.getAttribute(MEMORY, "HeapMemoryUsage");
        return (Long) usage.get("used");
    }

    void listenToCollections(NotificationListener listener) throws JMException, IOException {
        for (var collector : collectors.values()) {
            connection.addNotificationListener(collector, listener, null, null);
        }
    }
}
