package dev.ralbench.service;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Largest resident set of a window. The kernel keeps the peak of each process (VmHWM) and lets us reset it, so no peak
 * between two polls is missed; if it refuses the reset, the largest polled value has to do. With several processes the
 * sum of their peaks is an upper bound: they may have been at different times.
 */
final class ResidentPeak {
    private final ProcFs proc;
    private final Set<Long> notReset = new HashSet<>();
    private long peakBytes;

    ResidentPeak(ProcFs proc) {
        this.proc = proc;
    }

    void beginWindow(List<ProcessStat> family) {
        peakBytes = 0;
        notReset.clear();
        for (var member : family) {
            if (!proc.resetResidentPeak(member.pid())) {
                notReset.add(member.pid());
            }
        }
        look(family);
    }

    /** The maximum is taken of sums: a process that ended must not be added to the one that came after it. */
    void look(List<ProcessStat> family) {
        long sum = family.stream().mapToLong(member -> bytes(member.pid())).sum();
        peakBytes = Math.max(peakBytes, sum);
    }

    long bytes() {
        return peakBytes;
    }

    private long bytes(long pid) {
        return proc.status(pid)
                .map(status -> notReset.contains(pid) ? status.residentBytes() : status.residentPeakBytes())
                .orElse(0L);
    }
}
