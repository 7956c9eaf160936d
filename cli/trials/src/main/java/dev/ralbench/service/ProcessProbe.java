package dev.ralbench.service;

import dev.ralbench.process.ProcessStat;
import dev.ralbench.service.ProbeReading.JvmReading;
import java.util.Optional;

/** All that can be seen of a target's processes, from the best source that there is for each figure. */
final class ProcessProbe implements TargetProbe {
    private final ProcProbe proc;
    private final Optional<JmxProbe> jmx;
    private final Optional<CounterFileProbe> counters;
    private final int viewThreadsBefore;

    /** @param viewThreadsBefore threads for JMX that the target has by its own flags */
    ProcessProbe(ProcProbe proc, Optional<JmxProbe> jmx, Optional<CounterFileProbe> counters, int viewThreadsBefore) {
        this.proc = proc;
        this.viewThreadsBefore = viewThreadsBefore;
        this.jmx = jmx;
        this.counters = counters;
    }

    @Override
    public ProbeReading nextWindow() {
        // Both are read, so that the file's window is the right one when JMX is lost in the next.
        var overJmx = jmx.flatMap(JmxProbe::nextWindow);
        var fromFile = counters.map(CounterFileProbe::nextWindow);
        return reading(source(overJmx, fromFile), proc.nextWindow(), overJmx.or(() -> fromFile));
    }

    private ProbeReading reading(String source, ProcProbe.ProcReading kernel, Optional<JvmReading> jvm) {
        var threads = kernel.threads();
        return new ProbeReading(
                source,
                kernel.cpuSeconds(),
                kernel.residentPeakBytes(),
                kernel.threadsPeak(),
                threads.groupsPeak(),
                Math.max(0, threads.groupsPeak().getOrDefault(ThreadGroups.VIEW, 0) - viewThreadsBefore),
                threads.totals().voluntary(),
                threads.totals().involuntary(),
                threads.totals().compilerTicks() / ProcessStat.TICKS_PER_SECOND,
                jvm);
    }

    private static String source(Optional<JvmReading> overJmx, Optional<JvmReading> fromFile) {
        if (overJmx.isPresent()) {
            return "jmx+proc";
        }
        return fromFile.isPresent() ? "hsperfdata+proc" : "proc";
    }

    @Override
    public void poll() {
        proc.poll();
        counters.ifPresent(CounterFileProbe::poll);
    }

    @Override
    public ProbeGlance glance() {
        return proc.glance();
    }

    @Override
    public void close() {
        jmx.ifPresent(JmxProbe::close);
    }
}
