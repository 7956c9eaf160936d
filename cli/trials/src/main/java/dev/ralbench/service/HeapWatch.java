package dev.ralbench.service;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.ralbench.service.CollectionTotals.Collector;
import java.lang.management.MemoryUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Largest use of the heap in a window. The heap is fullest right before a collection, and every collection is reported
 * with the use before and after it; together with the use at the window's end that misses nothing. (The pools' own
 * peaks are at different times, so that their sum overstates; polling understates.) Notifications come on a thread of
 * the connection: everything here is guarded by this.
 */
final class HeapWatch implements NotificationListener {
    private final Set<String> heapPools;
    /** The last collection of each collector before the window. A notification of one that is not newer came late. */
    private final Map<String, Long> lastBeforeWindow = new HashMap<>();

    private long before;
    private Optional<Long> after = Optional.empty();
    private Optional<Long> lastAfter = Optional.empty();

    HeapWatch(Set<String> heapPools) {
        this.heapPools = Set.copyOf(heapPools);
    }

    /** @param last of each collector the last collection that no longer belongs to the window */
    synchronized void beginWindow(Map<String, GcInfo> last) {
        last.forEach((collector, info) -> lastBeforeWindow.put(collector, info.getId()));
        before = 0;
        after = Optional.empty();
    }

    @Override
    public void handleNotification(Notification notification, @Nullable Object handback) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
                && notification.getUserData() instanceof CompositeData data) {
            var info = GarbageCollectionNotificationInfo.from(data);
            saw(info.getGcName(), info.getGcInfo());
        }
    }

    /** A collection; may be reported more than once. */
    synchronized void saw(String collector, GcInfo info) {
        if (info.getId() <= lastBeforeWindow.getOrDefault(collector, 0L)) {
            return;
        }
        before = Math.max(before, used(info.getMemoryUsageBeforeGc()));
        if (Collector.collects(collector)) {
            long left = used(info.getMemoryUsageAfterGc());
            after = Optional.of(Math.max(left, after.orElse(0L)));
            lastAfter = Optional.of(left);
        }
    }

    /** Most use so far, given the use now. */
    synchronized long peak(long usedNow) {
        return Math.max(before, usedNow);
    }

    /** Most use right after a collection; empty when there was none. */
    synchronized Optional<Long> afterCollection() {
        return after;
    }

    /** Use right after the last collection, of this window or one before; empty when none was seen. */
    synchronized Optional<Long> afterLastCollection() {
        return lastAfter;
    }

    private long used(Map<String, MemoryUsage> pools) {
        return pools.entrySet().stream()
                .filter(pool -> heapPools.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }
}
