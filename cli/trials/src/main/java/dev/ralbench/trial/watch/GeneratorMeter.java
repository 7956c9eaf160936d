package dev.ralbench.trial.watch;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.ralbench.Clock;
import dev.ralbench.measurement.GeneratorGlance;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.process.ProcFs;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;

/** Watches the usage of ralbench and the whole machine, window by window. */
public final class GeneratorMeter {
    /** Of a shorter time, a few milliseconds of work would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final MachineMeter machine;
    private final ThrottleMeter throttle;
    private final GaugeMeter gauges;
    private final OtherWork others;
    private final SelfWatch watch;
    private final Clock clock;
    private GeneratorCounters before;
    private long polledNanos;
    private double cpuSecondsAtPoll;
    private Optional<GeneratorGlance> glance = Optional.empty();

    public GeneratorMeter(Clock clock, SelfWatch watch, RunScope scope) {
        this(clock, watch, scope, ProcFs.ofThisMachine(), Path.of("/sys/fs/cgroup"));
    }

    /**
     * Begins the first window.
     *
     * @param proc the kernel's figures of the whole machine
     * @param groups where control groups are mounted
     */
    public GeneratorMeter(Clock clock, SelfWatch watch, RunScope scope, ProcFs proc, Path groups) {
        this.clock = clock;
        this.watch = watch;
        this.machine = new MachineMeter(proc, scope);
        this.others = new OtherWork(proc, scope.generatorsOwn());
        this.gauges = new GaugeMeter(watch, scope.addresses(), proc);
        this.throttle = new ThrottleMeter(proc, groups);
        this.before = totals();
        this.polledNanos = before.nanos();
        this.cpuSecondsAtPoll = before.cpuNanos() / 1e9;
        nextWindow();
    }

    /** Monotonic counters. */
    private record GeneratorCounters(
            long nanos, long cpuNanos, Optional<Long> allocatedBytes, double collectionSeconds) {}

    private GeneratorCounters totals() {
        return new GeneratorCounters(
                clock.nanoTime(), system.getProcessCpuTime(), allocatedBytes(), collectionSeconds());
    }

    /**
     * One sample.
     *
     * @param cpuSeconds CPU time of ralbench so far; only differences mean something
     * @param machineBusyShare of the CPUs that the run may use, since the last sample; empty if the kernel does not say
     */
    record Sample(double cpuSeconds, Optional<Double> machineBusyShare) {}

    Sample poll() {
        var sample = new Sample(system.getProcessCpuTime() / 1e9, machine.pollBusyShare());
        long now = clock.nanoTime();
        double seconds = (now - polledNanos) / 1e9;
        if (seconds >= SHORTEST_SECONDS) {
            glance = Optional.of(new GeneratorGlance(
                    Math.max(0, sample.cpuSeconds() - cpuSecondsAtPoll) / seconds,
                    system.getAvailableProcessors(),
                    others.isWatched(),
                    sample.machineBusyShare()));
        }
        polledNanos = now;
        cpuSecondsAtPoll = sample.cpuSeconds();
        return sample;
    }

    /** Usage between the last two samples, for displays; empty before the first of a whole second. */
    Optional<GeneratorGlance> glance() {
        return glance;
    }

    /** Usage since the last call. */
    GeneratorUsage nextWindow() {
        var now = totals();
        var outside = machine.nextWindow();
        // The JDK computes the machine's load over the time since it was last asked for it.
        double busyMachine = Math.max(0, system.getCpuLoad());
        double seconds = (now.nanos() - before.nanos()) / 1e9;
        double cpuSeconds = (now.cpuNanos() - before.cpuNanos()) / 1e9;
        var usage = new GeneratorUsage(
                seconds,
                cpuSeconds,
                new GeneratorUsage.MachineLoad(
                        outside.busyShare().orElse(busyMachine),
                        system.getAvailableProcessors(),
                        outside.stealShare(),
                        outside.swappedPages(),
                        throttle.nextWindow()),
                new GeneratorUsage.GeneratorJvm(
                        now.allocatedBytes()
                                .flatMap(after -> before.allocatedBytes().map(first -> after - first)),
                        Optional.of(now.collectionSeconds() - before.collectionSeconds()),
                        Optional.of(watch.lag().nextWindow())),
                Optional.of(gauges.nextWindow()),
                others.nextWindow(seconds, cpuSeconds),
                outside.cpu());
        before = now;
        return usage;
    }

    /** Bytes that all threads have allocated, also those that have ended. */
    private static Optional<Long> allocatedBytes() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                ? Optional.of(threads.getTotalThreadAllocatedBytes()).filter(bytes -> bytes >= 0)
                : Optional.empty();
    }

    private static double collectionSeconds() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .filter(millis -> millis > 0)
                        .sum()
                / 1e3;
    }
}
