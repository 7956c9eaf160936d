package dev.ralbench.service;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How many garbage collections there were and how long they stopped the program. HotSpot's own counters do not say
 * either for every collector:
 *
 * <ul>
 *   <li>"G1 Concurrent GC" counts the pauses (remark, cleanup) within a concurrent cycle. They stop the program, so
 *       their time counts; they are no collections, so their number does not.
 *   <li>ZGC and Shenandoah have "... Cycles" and "... Pauses". A cycle is a collection that runs next to the program:
 *       cycles are the number, pauses the time.
 * </ul>
 */
record CollectionTotals(long count, double millis) {
    static final CollectionTotals NONE = new CollectionTotals(0, 0);

    /** One of HotSpot's collectors, by its name as a bean ("ZGC Major Pauses") or in the counters file ("... pauses"). */
    record Collector(String name, long count, double millis) {
        /** Whether its number is one of collections, and the heap after it that after a collection. */
        static boolean collects(String name) {
            return !name.equals("G1 Concurrent GC")
                    && !name.equals("G1 concurrent cycle pauses")
                    && !name.endsWith(" Pauses");
        }
    }

    static CollectionTotals of(List<Collector> collectors) {
        return new CollectionTotals(
                collectors.stream()
                        .filter(collector -> Collector.collects(collector.name()))
                        .mapToLong(Collector::count)
                        .sum(),
                collectors.stream()
                        // The program runs on during a cycle.
                        .filter(collector -> !collector.name().endsWith(" Cycles"))
                        .mapToDouble(Collector::millis)
                        .sum());
    }

    /** Totals from the counters file. For ZGC and Shenandoah it has pauses only, which are counted instead. */
    static CollectionTotals of(HsPerfData data) {
        double ticksPerMilli = Math.max(1, data.number("sun.os.hrt.frequency")) / 1e3;
        return of(IntStream.range(0, 8)
                .mapToObj(i -> "sun.gc.collector." + i + ".")
                .filter(prefix -> data.numbers().containsKey(prefix + "invocations"))
                .map(prefix -> new Collector(
                        data.texts().getOrDefault(prefix + "name", ""),
                        data.number(prefix + "invocations"),
                        data.number(prefix + "time") / ticksPerMilli))
                .toList());
    }

    CollectionTotals minus(CollectionTotals earlier) {
        return new CollectionTotals(count - earlier.count, millis - earlier.millis);
    }
}
