package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.ServiceCpu;
import dev.ralbench.service.ThreadWatch.ThreadReading;
import java.util.List;
import java.util.Optional;

/**
 * The kernel's figures of a service's processes. Costs the target nothing. Once the process has ended, the
 * figures stay the last ones seen.
 */
final class ProcProbe {
    private final ProcFs proc;
    private final Clock clock;
    private final ProcessFamily family;
    private final ThreadWatch threads;
    private final ResidentPeak resident;
    private final ServiceCpu cpu;
    private final Optional<String> stranger;
    private List<ProcessStat> members;
    private int threadsPeak;
    private int processesPeak;
    private long cpuMicrosAtWindowStart;
    private int unwaitedAtWindowStart;
    private final ServiceCpu glanceCpu;
    private long glanceMicros;
    private long glanceNanos;

    /** One window; the counters are differences. */
    record ProcReading(
            double cpuSeconds,
            long residentPeakBytes,
            int threadsPeak,
            ThreadReading threads,
            InsideView.Processes processes) {}

    /** @param stranger see {@link InsideView.Processes} */
    ProcProbe(ProcFs proc, ProcessFamily family, Optional<String> stranger, Clock clock) {
        this.stranger = stranger;
        this.proc = proc;
        this.clock = clock;
        this.family = family;
        this.threads = new ThreadWatch(proc, clock);
        this.resident = new ResidentPeak(proc, clock);
        this.cpu = new ServiceCpu(proc, family);
        this.glanceCpu = new ServiceCpu(proc, family);
        this.members = List.of();
        look();
        beginWindow();
        threads.nextWindow(members);
        glanceCpu.look(members);
        glanceMicros = glanceCpu.micros();
        glanceNanos = clock.nanoTime();
    }

    /** Empty once the processes have ended. */
    Optional<ProbeSample.Kernel> poll() {
        look();
        var groups = threads.poll(members);
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProbeSample.Kernel(
                        threadsOf(members), groups, resident.bytesNow(members), cpu.micros() / 1e6));
    }

    ProcReading nextWindow() {
        look();
        resident.endWindow(members);
        var reading = new ProcReading(
                (cpu.micros() - cpuMicrosAtWindowStart) / 1e6,
                resident.bytes(),
                threadsPeak,
                threads.nextWindow(members),
                new InsideView.Processes(
                        processesPeak, cpu.unwaited() - unwaitedAtWindowStart, resident.isSharedCounted(), stranger));
        beginWindow();
        return reading;
    }

    /** Only the members of the last look are read: this is called more often, for a display. */
    ProbeGlance glance() {
        var now = members.stream()
                .flatMap(member -> proc.stat(member.pid()).stream())
                .toList();
        if (now.isEmpty()) {
            return ProbeGlance.NOTHING; // a group may still tell of the end of its processes
        }
        glanceCpu.look(now);
        long micros = glanceCpu.micros();
        long nanos = clock.nanoTime();
        double seconds = (nanos - glanceNanos) / 1e9;
        double cores = seconds <= 0 ? 0 : (micros - glanceMicros) / 1e6 / seconds;
        glanceMicros = micros;
        glanceNanos = nanos;
        return new ProbeGlance(threadsOf(now), resident.bytesNow(now), Optional.empty(), cores);
    }

    /** At the last look: another one would cost as much again, and what is between the two would be in no window. */
    private void beginWindow() {
        cpuMicrosAtWindowStart = cpu.micros();
        unwaitedAtWindowStart = cpu.unwaited();
        if (!members.isEmpty()) {
            threadsPeak = threadsOf(members);
            processesPeak = members.size();
            resident.beginWindow(members);
        }
    }

    private void look() {
        members = family.members();
        threadsPeak = Math.max(threadsPeak, threadsOf(members));
        processesPeak = Math.max(processesPeak, members.size());
        cpu.look(members);
        resident.poll(members);
    }

    private static int threadsOf(List<ProcessStat> members) {
        return members.stream().mapToInt(ProcessStat::threads).sum();
    }
}
