package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.measurement.LoopLag;
import dev.ralbench.process.ProcFs;
import java.util.List;

/** What there is to watch where nothing is. */
final class Idle {
    private Idle() {}

    /** Over no event loops. */
    static SelfWatch watch(Clock clock) {
        return new SelfWatch(LoopLag.of(List.of()), new Standstill(clock), List.of());
    }

    static DependencyCpu noDependencies() {
        return new DependencyCpu(List.of(), ProcFs.ofThisMachine());
    }
}
