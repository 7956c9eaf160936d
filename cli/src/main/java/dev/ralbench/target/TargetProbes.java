package dev.ralbench.target;

import dev.ralbench.Clock;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.process.ProcessStat;
import java.util.Optional;
import java.util.OptionalLong;

/** Opens the view into a running target: the kernel's figures, and the JVM's where there is one in the tree. */
public final class TargetProbes {
    private final Clock clock;
    private final ProcFs proc;

    public TargetProbes(Clock clock) {
        this(clock, ProcFs.ofThisMachine());
    }

    TargetProbes(Clock clock, ProcFs proc) {
        this.clock = clock;
        this.proc = proc;
    }

    /**
     * Attaches, which takes a JVM some tenths of a second, and begins the first window.
     *
     * @return empty where there is no process to look into, or no {@code /proc} to look with
     */
    public Optional<TargetProbe> open(RunningTarget target) {
        return target.pid().stream().boxed().findFirst().flatMap(this::open);
    }

    private Optional<TargetProbe> open(long pid) {
        var family = new ProcessFamily(proc, pid);
        var members = family.members();
        if (members.isEmpty()) {
            return Optional.empty();
        }
        // A shell that stays in front of its program has the JVM as a child. The first JVM is the service itself.
        var jvm =
                members.stream().mapToLong(ProcessStat::pid).filter(proc::isJvm).findFirst();
        var jmx = boxed(jvm).flatMap(JmxProbe::attach);
        var counters = boxed(jvm).flatMap(id -> CounterFileProbe.open(proc, id));
        return Optional.of(new ProcessProbe(new ProcProbe(proc, family, clock), jmx, counters));
    }

    private static Optional<Long> boxed(OptionalLong id) {
        return id.isPresent() ? Optional.of(id.getAsLong()) : Optional.empty();
    }
}
