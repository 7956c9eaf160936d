package dev.ralbench.placement;

import dev.ralbench.process.CpuSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which role gets which CPUs by default: the generator a quarter of them, the dependencies a quarter, the target
 * the rest. Only whole cores are given away: two threads of one core share its units and caches, and would disturb each
 * other. The target has the first cores, the generator the last.
 */
final class DefaultSplit {
    /** Fewest CPUs to split: with fewer, the generator would take more from the target than sharing does. */
    static final int FEWEST = 4;

    private DefaultSplit() {}

    /** The CPUs of each role; empty if there are too few to split. */
    static Map<Role, CpuSet> of(Topology topology, boolean hasDependencies) {
        var cores = topology.cores();
        if (topology.usable().count() < FEWEST || cores.size() < 2) {
            return Map.of();
        }
        int quarter = topology.usable().count() / 4;
        int forGenerator = lastWithin(cores, quarter);
        var rest = cores.subList(0, cores.size() - forGenerator);
        // Two cores are one for the generator and one for all else.
        int forDependencies = hasDependencies && rest.size() > 1 ? lastWithin(rest, quarter) : 0;
        var ofTarget = rest.subList(0, rest.size() - forDependencies);
        var split = new EnumMap<Role, CpuSet>(Role.class);
        split.put(Role.GENERATOR, together(cores.subList(rest.size(), cores.size())));
        split.put(Role.TARGET, together(ofTarget));
        if (hasDependencies) {
            split.put(
                    Role.DEPENDENCIES,
                    together(forDependencies == 0 ? ofTarget : rest.subList(ofTarget.size(), rest.size())));
        }
        return split;
    }

    /** How many of the last cores have no more CPUs than that; one at least. */
    private static int lastWithin(List<CpuSet> cores, int cpus) {
        int taken = 1;
        int count = cores.getLast().count();
        while (taken + 1 < cores.size()
                && count + cores.get(cores.size() - 1 - taken).count() <= cpus) {
            count += cores.get(cores.size() - 1 - taken).count();
            taken++;
        }
        return taken;
    }

    private static CpuSet together(List<CpuSet> cores) {
        return cores.stream().reduce(CpuSet.none(), CpuSet::plus);
    }
}
