package dev.ralbench.trial.watch;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ServiceCpu;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** CPU time of the dependencies and, in turns, of other targets with theirs, window by window. */
public final class DependencyCpu {
    private final List<Dependency> dependencies;
    private final boolean isAllKnown;
    private long micros;

    private record Dependency(ProcessFamily family, ServiceCpu cpu) {
        static Dependency of(long pid, ProcFs proc) {
            var family = new ProcessFamily(proc, pid);
            return new Dependency(family, new ServiceCpu(proc, family));
        }

        long micros() {
            cpu.look(family.members());
            return cpu.micros();
        }
    }

    /** @param pids main processes; an empty one is of something that is there, but that ralbench did not start */
    public DependencyCpu(List<OptionalLong> pids, ProcFs proc) {
        this.dependencies = pids.stream()
                .flatMapToLong(OptionalLong::stream)
                .mapToObj(pid -> Dependency.of(pid, proc))
                .toList();
        this.isAllKnown = dependencies.size() == pids.size();
        this.micros = now();
    }

    /** Seconds since the last call; empty unless all processes are known. */
    Optional<Double> nextWindow() {
        long before = micros;
        micros = now();
        return isAllKnown ? Optional.of((micros - before) / 1e6) : Optional.empty();
    }

    private long now() {
        return dependencies.stream().mapToLong(Dependency::micros).sum();
    }
}
