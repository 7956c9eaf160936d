package dev.ralbench.trial.watch;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** CPU time of the dependencies and, in turns, of other targets with theirs, window by window. */
public final class DependencyCpu {
    private final List<ProcessFamily> families;
    private final boolean isAllKnown;
    private long ticks;

    /** @param pids main processes; an empty one is of something that is there, but that ralbench did not start */
    public DependencyCpu(List<OptionalLong> pids, ProcFs proc) {
        this.families = pids.stream()
                .flatMapToLong(OptionalLong::stream)
                .mapToObj(pid -> new ProcessFamily(proc, pid))
                .toList();
        this.isAllKnown = families.size() == pids.size();
        this.ticks = now();
    }

    /** Seconds since the last call; empty unless all processes are known. */
    Optional<Double> nextWindow() {
        long before = ticks;
        ticks = Math.max(before, now()); // one that has ended takes its time with it
        return isAllKnown ? Optional.of((ticks - before) / ProcessStat.TICKS_PER_SECOND) : Optional.empty();
    }

    private long now() {
        return families.stream()
                .flatMap(family -> family.members().stream())
                .mapToLong(ProcessStat::cpuTicks)
                .sum();
    }
}
