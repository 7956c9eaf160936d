package dev.ralbench.trial.watch;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.OwnProcess.Schedule;
import dev.ralbench.process.ProcFs;
import dev.ralbench.service.Safepoints;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/** Watches obstacles in ralbench's own way, window by window. */
final class GaugeMeter {
    private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");

    private final SelfWatch watch;
    private final int addresses;
    private final ProcFs proc;
    private final OwnProcess own;
    private final Safepoints safepoints = Safepoints.ofThisJvm();
    private final Map<Long, Schedule> schedulesBefore = new HashMap<>();
    private GaugeCounters before;

    /** @param addresses at which connections begin */
    GaugeMeter(SelfWatch watch, int addresses, ProcFs proc) {
        this.addresses = addresses;
        this.watch = watch;
        this.proc = proc;
        this.own = new OwnProcess(proc);
        this.before = totals();
    }

    /** Monotonic counters. */
    private record GaugeCounters(
            Optional<Double> safepoints, Optional<Long> majorFaults, Optional<Long> memoryStallMicros) {}

    private GaugeCounters totals() {
        return new GaugeCounters(safepoints.seconds(), own.majorFaults(), own.memoryStallMicros());
    }

    GeneratorGauges nextWindow() {
        var now = totals();
        var queued = queued();
        var stood = watch.standstill().nextWindow();
        var gauges = new GeneratorGauges(
                new GeneratorGauges.ThreadWaits(
                        queued.map(loop -> loop.queuedNanos() / 1e9),
                        queued.map(loop -> loop.ranNanos() / 1e9),
                        Optional.of(stood.millis()),
                        Optional.of(stood.queuedMillis()),
                        since(before.safepoints(), now.safepoints(), (first, after) -> after - first),
                        Optional.of(stood.stepMillis())),
                new GeneratorGauges.Memory(
                        since(before.majorFaults(), now.majorFaults(), (first, after) -> after - first),
                        own.swappedBytes(),
                        since(
                                before.memoryStallMicros(),
                                now.memoryStallMicros(),
                                (first, after) -> Math.max(0, after - first) / 1e6)),
                new GeneratorGauges.Supplies(
                        own.timeWaitSockets(),
                        proc.localPorts().map(ports -> (long) ports.count() * addresses),
                        descriptorsLeft(),
                        heapShare()));
        before = now;
        return gauges;
    }

    private static <T, R> Optional<R> since(Optional<T> before, Optional<T> now, BiFunction<T, T, R> growth) {
        return now.flatMap(after -> before.map(first -> growth.apply(first, after)));
    }

    /** The schedule of the thread that waited longest. A thread counts once it has been seen before. */
    private Optional<Schedule> queued() {
        Optional<Schedule> longest = Optional.empty();
        for (long thread : watch.threads()) {
            var total = own.schedule(thread);
            if (total.isPresent()) {
                var earlier = before(thread, total.get());
                var since = new Schedule(
                        total.get().ranNanos() - earlier.ranNanos(), total.get().queuedNanos() - earlier.queuedNanos());
                longest = longest.filter(other -> other.queuedNanos() >= since.queuedNanos())
                        .or(() -> Optional.of(since));
            }
        }
        return longest;
    }

    private Schedule before(long thread, Schedule now) {
        var earlier = schedulesBefore.put(thread, now);
        return earlier == null ? now : earlier;
    }

    /** Descriptors that are left. Counting the open ones takes one more; if that fails, there are none, or no /proc. */
    private static Optional<Long> descriptorsLeft() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return Optional.empty();
        }
        long open = openDescriptors(system);
        if (open < 0) {
            return Files.isDirectory(OWN_DESCRIPTORS) ? Optional.of(0L) : Optional.empty();
        }
        return Optional.of(system.getMaxFileDescriptorCount() - open);
    }

    private static long openDescriptors(UnixOperatingSystemMXBean system) {
        try {
            return system.getOpenFileDescriptorCount();
        } catch (InternalError e) {
            return -1; // how the JDK says that it could not look
        }
    }

    /** The used share of the heap's pool for objects that last, after its last collection; 0 before the first one. */
    private static Optional<Double> heapShare() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .map(MemoryPoolMXBean::getCollectionUsage)
                .filter(Objects::nonNull)
                .filter(usage -> usage.getMax() > 0)
                .map(GaugeMeter::share)
                .max(Double::compare);
    }

    private static double share(MemoryUsage usage) {
        return usage.getUsed() / (double) usage.getMax();
    }
}
