package dev.ralbench.trial.watch;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.placement.Placement;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A trial's part of the machine.
 *
 * @param generatorsOwn the CPUs that only ralbench is to run on; empty if there are none
 * @param cpus that any of its processes may run on; none if unknown
 * @param dependencies of the target, and what else ralbench runs next to it
 * @param addresses at which connections begin; each has local ports of its own
 */
public record RunScope(Optional<CpuSet> generatorsOwn, CpuSet cpus, DependencyCpu dependencies, int addresses) {

    /**
     * That of a trial.
     *
     * @param dependencies processes of the target's dependencies and, in turns, other targets with theirs; one that is empty
     *     is not known
     */
    public static RunScope of(
            Placement placement, OptionalLong target, List<OptionalLong> dependencies, LoadPlan plan, ProcFs proc) {
        var self = OptionalLong.of(ProcessHandle.current().pid());
        var all = Stream.concat(Stream.of(self, target), dependencies.stream());
        return new RunScope(
                placement.generatorsOwn(),
                mayRunOn(all, proc),
                new DependencyCpu(dependencies, proc),
                Math.max(1, plan.sources().size()));
    }

    /** That of a target and its dependencies, whose load comes from another machine. */
    static RunScope ofTarget(OptionalLong target, List<OptionalLong> dependencies, ProcFs proc) {
        return new RunScope(
                Optional.empty(),
                mayRunOn(Stream.concat(Stream.of(target), dependencies.stream()), proc),
                new DependencyCpu(dependencies, proc),
                1);
    }

    private static CpuSet mayRunOn(Stream<OptionalLong> pids, ProcFs proc) {
        return pids.flatMapToLong(OptionalLong::stream)
                .boxed()
                .flatMap(pid -> proc.status(pid).flatMap(StatusFile::mayRunOn).stream())
                .reduce(CpuSet.none(), CpuSet::plus);
    }
}
