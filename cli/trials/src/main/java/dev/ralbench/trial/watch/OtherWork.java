package dev.ralbench.trial.watch;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.CpuTicks;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import java.util.Optional;

/**
 * How much of the generator's own CPUs others took, window by window: the CPU time there of programs and of the kernel
 * for them, without that of ralbench itself. Interrupts are left out because some kernels charge them to the
 * interrupted program.
 */
final class OtherWork {
    private final ProcFs proc;
    private final Optional<CpuSet> own;
    private Optional<Long> ticksBefore;

    /** @param own the CPUs that no other process is to run on; empty if there are none */
    OtherWork(ProcFs proc, Optional<CpuSet> own) {
        this.proc = proc;
        this.own = own;
        this.ticksBefore = ticks();
    }

    /** Whether the generator has CPUs of its own. */
    boolean isWatched() {
        return own.isPresent();
    }

    /**
     * Since the last call.
     *
     * @param seconds length of the window
     * @param ownSeconds CPU time of ralbench in it
     * @return 0 to 1; empty if the generator has no CPUs of its own
     */
    Optional<Double> nextWindow(double seconds, double ownSeconds) {
        var ticks = ticks();
        var share = ticks.flatMap(now -> ticksBefore.map(before -> {
            double busy = (now - before) / ProcessStat.TICKS_PER_SECOND;
            double all = seconds * own.map(CpuSet::count).orElse(1);
            return all > 0 ? Math.clamp((busy - ownSeconds) / all, 0, 1) : 0;
        }));
        ticksBefore = ticks;
        return share;
    }

    private Optional<Long> ticks() {
        return own.flatMap(cpus -> CpuTicks.all(proc).stream()
                .filter(ticks -> cpus.contains(ticks.processor()))
                .map(CpuTicks::programs)
                .reduce(Long::sum));
    }
}
