package dev.ralbench.trial.watch;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.placement.Placement;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What of the machine belongs to a trial.
 *
 * @param generatorsOwn the CPUs that only ralbench is to run on; empty where there are none
 * @param cpus that any of its processes may run on; none where that is not known
 * @param dependencies what was started next to the target
 * @param addresses at which connections begin; each has local ports of its own
 */
public record RunScope(Optional<CpuSet> generatorsOwn, CpuSet cpus, DependencyCpu dependencies, int addresses) {

    /**
     * In turns, other trials' targets run at the same time, and what is next to them.
     *
     * @param dependencies processes of what was started next to the target; empty where one is not known
     */
    public static RunScope of(
            Placement placement, OptionalLong target, List<OptionalLong> dependencies, LoadPlan plan, ProcFs proc) {
        var self = OptionalLong.of(ProcessHandle.current().pid());
        var all = Stream.concat(Stream.of(self, target), dependencies.stream());
        return new RunScope(
                placement.generatorsOwn(),
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
