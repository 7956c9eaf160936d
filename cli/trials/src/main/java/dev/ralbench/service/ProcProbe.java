package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusFile;
import dev.ralbench.service.ThreadWatch.ThreadReading;
import java.util.List;

/**
 * The kernel's figures of a process and its descendants. Costs the target nothing. Once the process has ended, the
 * figures stay the last ones seen.
 */
final class ProcProbe {
    private final ProcFs proc;
    private final Clock clock;
    private final ProcessFamily family;
    private final ThreadWatch threads;
    private final ResidentPeak resident;
    private List<ProcessStat> members;
    private int threadsPeak;
    private long cpuTicks;
    private long cpuTicksAtWindowStart;
    private long glanceTicks;
    private long glanceNanos;

    /** One window; the counters are differences. */
    record ProcReading(double cpuSeconds, long residentPeakBytes, int threadsPeak, ThreadReading threads) {}

    ProcProbe(ProcFs proc, ProcessFamily family, Clock clock) {
        this.proc = proc;
        this.clock = clock;
        this.family = family;
        this.threads = new ThreadWatch(proc, clock);
        this.resident = new ResidentPeak(proc);
        this.members = List.of();
        beginWindow();
        threads.nextWindow(members);
        glanceTicks = cpuTicks;
        glanceNanos = clock.nanoTime();
    }

    void poll() {
        look();
        threads.poll(members);
    }

    ProcReading nextWindow() {
        look();
        var reading = new ProcReading(
                (cpuTicks - cpuTicksAtWindowStart) / ProcessStat.TICKS_PER_SECOND,
                resident.bytes(),
                threadsPeak,
                threads.nextWindow(members));
        if (!members.isEmpty()) {
            beginWindow();
        }
        cpuTicksAtWindowStart = cpuTicks;
        return reading;
    }

    /** Only the members of the last look are read: this is called more often, for a display. */
    ProbeGlance glance() {
        var now = members.stream()
                .flatMap(member -> proc.stat(member.pid()).stream())
                .toList();
        long residentBytes = now.stream()
                .flatMap(member -> proc.status(member.pid()).stream())
                .mapToLong(StatusFile::residentBytes)
                .sum();
        long ticks = Math.max(glanceTicks, cpuTicksOf(now));
        long nanos = clock.nanoTime();
        double seconds = (nanos - glanceNanos) / 1e9;
        double cores = seconds <= 0 ? 0 : (ticks - glanceTicks) / ProcessStat.TICKS_PER_SECOND / seconds;
        glanceTicks = ticks;
        glanceNanos = nanos;
        return new ProbeGlance(threadsOf(now), residentBytes, cores);
    }

    private void beginWindow() {
        threadsPeak = 0;
        look();
        cpuTicksAtWindowStart = cpuTicks;
        resident.beginWindow(members);
    }

    private void look() {
        members = family.members();
        threadsPeak = Math.max(threadsPeak, threadsOf(members));
        // A child that ends without being waited for takes its time with it; a counter must not go backwards for that.
        cpuTicks = Math.max(cpuTicks, cpuTicksOf(members));
        resident.look(members);
    }

    private static int threadsOf(List<ProcessStat> members) {
        return members.stream().mapToInt(ProcessStat::threads).sum();
    }

    private static long cpuTicksOf(List<ProcessStat> members) {
        return members.stream().mapToLong(ProcessStat::cpuTicks).sum();
    }
}
