package dev.ralbench.runner;

import com.sun.management.OperatingSystemMXBean;
import dev.ralbench.Clock;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.process.ProcFs;
import java.lang.management.ManagementFactory;

/** Watches what ralbench itself and the whole machine use, window by window. */
final class GeneratorMeter {
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final MachineMeter machine;
    private final Clock clock;
    private long cpuNanosBefore;
    private long nanosBefore;

    GeneratorMeter(Clock clock) {
        this(clock, ProcFs.ofThisMachine());
    }

    /** @param proc what the kernel says about the whole machine */
    GeneratorMeter(Clock clock, ProcFs proc) {
        this.clock = clock;
        this.machine = new MachineMeter(proc);
        nextWindow();
    }

    /** Usage since the last call. */
    GeneratorUsage nextWindow() {
        long nanos = clock.nanoTime();
        long cpuNanos = system.getProcessCpuTime();
        // The JDK computes the machine's load over the time since it was last asked for it.
        double busy = Math.max(0, system.getCpuLoad());
        var outside = machine.nextWindow();
        var usage = new GeneratorUsage(
                (nanos - nanosBefore) / 1e9,
                (cpuNanos - cpuNanosBefore) / 1e9,
                busy,
                system.getAvailableProcessors(),
                outside.stealShare(),
                outside.swappedPages());
        nanosBefore = nanos;
        cpuNanosBefore = cpuNanos;
        return usage;
    }
}
