package dev.ralbench.trial;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What of the machine belongs to a trial.
 *
 * @param generatorsOwn the CPUs that only ralbench is to run on; empty where there are none
 * @param processors that any of its processes may run on; none where that is not known
 * @param dependencies what was started next to the target
 * @param addresses at which connections begin; each has local ports of its own
 */
record RunScope(Optional<CpuSet> generatorsOwn, CpuSet processors, DependencyCpu dependencies, int addresses) {

    /** In turns, other trials' targets run at the same time, and what is next to them. */
    static RunScope of(RunningTrial running, LoadPlan plan, ProcFs proc) {
        var dependencies = running.dependencies().pids();
        var self = OptionalLong.of(ProcessHandle.current().pid());
        var all = Stream.concat(Stream.of(self, running.target().pid()), dependencies.stream());
        return new RunScope(
                running.placement().generatorsOwn(),
                mayRunOn(all, proc),
                plan.shape() instanceof LoadShape.Turns
                        ? DependencyCpu.unknown(proc)
                        : new DependencyCpu(dependencies, proc),
                Math.max(1, plan.sources().size()));
    }

    private static CpuSet mayRunOn(Stream<OptionalLong> pids, ProcFs proc) {
        return pids.flatMapToLong(OptionalLong::stream)
                .boxed()
                .flatMap(pid -> proc.status(pid).flatMap(StatusFile::mayRunOn).stream())
                .reduce(CpuSet.none(), CpuSet::plus);
    }
}
