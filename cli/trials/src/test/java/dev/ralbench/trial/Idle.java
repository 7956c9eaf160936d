package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.measurement.LoopLag;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.trial.watch.DependencyCpu;
import dev.ralbench.trial.watch.RunScope;
import dev.ralbench.trial.watch.SelfWatch;
import dev.ralbench.trial.watch.Standstill;
import java.util.List;
import java.util.Optional;

/** What there is to watch where nothing is. */
public final class Idle {
    private Idle() {}

    /** Over no event loops. */
    public static SelfWatch watch(Clock clock) {
        return new SelfWatch(LoopLag.of(List.of()), new Standstill(clock), List.of());
    }

    /** On all CPUs, with nothing next to the target. */
    public static RunScope scope() {
        return scope(CpuSet.none());
    }

    public static RunScope scope(CpuSet cpus) {
        return new RunScope(Optional.empty(), cpus, new DependencyCpu(List.of(), ProcFs.ofThisMachine()), 1);
    }
}
