package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import dev.ralbench.process.StatusFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Largest resident set of a window. The kernel keeps the peak of each process (VmHWM) and lets us reset it, so no peak
 * between two polls is missed; if it refuses the reset, the largest polled value has to do. With several processes the
 * sum of their peaks is an upper bound: they may have been at different times.
 *
 * <p>Processes of one program, such as forked workers, share pages. These are counted once, because of each page every
 * process gets its share (PSS). Different programs hardly share any, so that theirs are not asked for, at some cost.
 */
final class ResidentPeak {
    private final ProcFs proc;
    private final Clock clock;
    private final LookRest rest;
    private final Set<Long> notReset = new HashSet<>();
    private long peakBytes;
    /** What the sum of resident sets has too much, as of the last look. */
    private long sharedBytes;

    private boolean isSharedCounted;

    /** One look. */
    private static final class Sums {
        long bytes;
        long shared;
    }

    ResidentPeak(ProcFs proc, Clock clock) {
        this.proc = proc;
        this.clock = clock;
        this.rest = new LookRest(clock);
    }

    /** The first look may rest, because the window's last one does not. */
    void beginWindow(List<ProcessStat> family) {
        peakBytes = 0;
        isSharedCounted = false;
        notReset.clear();
        for (var member : family) {
            if (!proc.resetResidentPeak(member.pid())) {
                notReset.add(member.pid());
            }
        }
        poll(family);
    }

    /** Looks, unless the last look was too expensive to be repeated already. */
    void poll(List<ProcessStat> family) {
        look(family, rest.isOver());
    }

    /** Looks for the last time in the window. */
    void endWindow(List<ProcessStat> family) {
        look(family, true);
    }

    /**
     * The maximum is taken of sums: a process that ended must not be added to the one that came after it.
     *
     * @param mayBeExpensive whether shares may be asked for; else there is no look if it needs them
     */
    private void look(List<ProcessStat> family, boolean mayBeExpensive) {
        var programs = family.stream()
                .filter(member -> !member.isZombie())
                .map(ProcessStat::pid)
                .collect(Collectors.groupingBy(proc::program));
        boolean isExpensive = programs.values().stream().anyMatch(ResidentPeak::mayShare);
        if (isExpensive && !mayBeExpensive) {
            return;
        }
        long start = clock.nanoTime();
        var sums = new Sums();
        programs.values().forEach(pids -> pids.forEach(pid -> add(pid, mayShare(pids), sums)));
        if (isExpensive) {
            rest.beginAfterLookFrom(start);
        }
        peakBytes = Math.max(peakBytes, sums.bytes);
        sharedBytes = sums.shared;
    }

    private static boolean mayShare(List<Long> pidsOfProgram) {
        return pidsOfProgram.size() > 1;
    }

    private void add(long pid, boolean mayShare, Sums sums) {
        if (mayShare) {
            var memory = proc.memory(pid);
            if (memory.isPresent()) {
                long resident = memory.get().residentBytes();
                long shared = resident - memory.get().proportionalBytes();
                sums.bytes += Math.max(bytes(pid), resident) - shared;
                sums.shared += shared;
                return;
            }
        }
        long bytes = bytes(pid);
        sums.bytes += bytes;
        isSharedCounted |= mayShare && bytes > 0; // one that has just ended has no memory
    }

    long bytes() {
        return peakBytes;
    }

    /** Whether pages that several processes share are counted once for each, because their shares are unreadable. */
    boolean isSharedCounted() {
        return isSharedCounted;
    }

    /** The resident set at this moment, less what processes shared at the last look. */
    long bytesNow(List<ProcessStat> family) {
        long sum = family.stream()
                .flatMap(member -> proc.status(member.pid()).stream())
                .mapToLong(StatusFile::residentBytes)
                .sum();
        return Math.max(0, sum - sharedBytes);
    }

    private long bytes(long pid) {
        return proc.status(pid)
                .map(status -> notReset.contains(pid) ? status.residentBytes() : status.residentPeakBytes())
                .orElse(0L);
    }
}
