package dev.ralbench.placement;

import dev.ralbench.process.CpuSet;
import java.util.ArrayList;
import java.util.stream.IntStream;

/** Machines that this one is not. */
final class Machines {
    private Machines() {}

    /** Cores of one thread each. */
    static Topology plain(int cpus) {
        return of(cpus, 1);
    }

    /**
     * Cores whose threads are numbered as Linux does it on most machines: the first threads of all cores, then the
     * second ones.
     */
    static Topology of(int cores, int threads) {
        var all = new CpuSet(IntStream.range(0, cores * threads).boxed().toList());
        var list = new ArrayList<CpuSet>();
        for (int core = 0; core < cores; core++) {
            int first = core;
            list.add(new CpuSet(IntStream.range(0, threads)
                    .mapToObj(thread -> first + thread * cores)
                    .toList()));
        }
        return new Topology(all, all, list);
    }
}
