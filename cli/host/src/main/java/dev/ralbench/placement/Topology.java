package dev.ralbench.placement;

import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The CPUs that there are.
 *
 * @param online all of the machine that are switched on
 * @param usable those of them that this very process may use: a control group or {@code taskset} may have left it fewer
 * @param cores the usable ones by physical core, in the order of their lowest numbers
 */
public record Topology(CpuSet online, CpuSet usable, List<CpuSet> cores) {
    public Topology {
        cores = List.copyOf(cores);
    }

    /** The topology of this machine; empty if the kernel does not tell, or is not Linux. */
    public static Optional<Topology> ofThisMachine(ProcFs proc) {
        return read(proc, ProcessHandle.current().pid(), Path.of("/sys/devices/system/cpu"));
    }

    /**
     * As the kernel's files have it.
     *
     * @param pid the process that is to be measured from
     * @param cpus the kernel's directory about CPUs
     */
    static Optional<Topology> read(ProcFs proc, long pid, Path cpus) {
        return proc.status(pid).flatMap(StatusFile::mayRunOn).map(allowed -> {
            var online = list(cpus.resolve("online")).orElse(allowed);
            var usable = usable(allowed, online);
            return new Topology(online, usable, cores(usable, cpus));
        });
    }

    /**
     * A process may be allowed CPUs that could be added to the machine one day. If none of them is online, the file
     * describes another machine, such as a container's own.
     */
    private static CpuSet usable(CpuSet allowed, CpuSet online) {
        var both = allowed.and(online);
        return both.isEmpty() ? allowed : both;
    }

    /** The CPUs of each core. A CPU whose siblings the kernel does not list counts as a core of its own. */
    private static List<CpuSet> cores(CpuSet usable, Path cpus) {
        var cores = new ArrayList<CpuSet>();
        var left = usable;
        while (left.first().isPresent()) {
            int lowest = left.first().getAsInt();
            var siblings = list(cpus.resolve("cpu" + lowest + "/topology/thread_siblings_list"))
                    .orElse(CpuSet.none())
                    .plus(CpuSet.of(lowest))
                    .and(left);
            cores.add(siblings);
            left = left.minus(siblings);
        }
        return cores;
    }

    private static Optional<CpuSet> list(Path file) {
        try {
            return CpuSet.parse(Files.readString(file).strip());
        } catch (IOException notSaid) {
            return Optional.empty();
        }
    }
}
