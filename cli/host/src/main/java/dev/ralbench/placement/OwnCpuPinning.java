package dev.ralbench.placement;

import dev.ralbench.Failure;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Taskset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps this very process on the generator's CPUs until it is closed: every thread that there is, and through them
 * all that come.
 */
public final class OwnCpuPinning implements AutoCloseable {
    /** A thread may end while it is being moved, or be made by one that has not been moved yet: then once more. */
    private static final int MOST_ATTEMPTS = 10;

    private final ProcFs proc;
    private final long pid = ProcessHandle.current().pid();
    private Optional<CpuSet> before = Optional.empty();

    private OwnCpuPinning(ProcFs proc) {
        this.proc = proc;
    }

    /**
     * Moves this process, if the generator has CPUs of its own.
     *
     * @throws Failure if it could not be moved
     */
    public static OwnCpuPinning take(Placement placement, ProcFs proc) throws InterruptedException {
        var own = new OwnCpuPinning(proc);
        var wanted = placement.of(Role.GENERATOR);
        if (wanted.isPresent()) {
            own.before = Topology.ofThisMachine(proc).map(Topology::usable);
            own.move(wanted.get()).ifPresent(why -> {
                own.close();
                throw Failure.environment(
                        "ralbench could not be put on CPUs " + wanted.get(),
                        why,
                        "name CPUs that it may use, or use --cpus none");
            });
        }
        return own;
    }

    /** Why not all of it is there; empty when it is. */
    private Optional<String> move(CpuSet wanted) throws InterruptedException {
        var taskset = Taskset.find();
        if (taskset.isEmpty()) {
            return Optional.of("there is no taskset on the PATH");
        }
        var why = "";
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            why = taskset.get().move(pid, wanted).orElse("");
            var elsewhere = elsewhere(wanted);
            if (elsewhere.isEmpty()) {
                return Optional.empty();
            }
            why = why.isEmpty() ? "its threads " + elsewhere.values() + " stay elsewhere" : why;
        }
        return Optional.of(why);
    }

    /** Names of threads that have not been moved, by id. */
    private Map<Long, String> elsewhere(CpuSet wanted) {
        var names = new HashMap<Long, String>();
        proc.eachThread(pid, (id, thread) -> {
            if (!thread.isZombie() && !thread.mayRunOn().equals(Optional.of(wanted))) {
                names.put(id, thread.name());
            }
        });
        return names;
    }

    /** Moves the process back to its former CPUs. A failure to do so affects this process only. */
    @Override
    public void close() {
        try {
            if (before.isPresent()) {
                move(before.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        before = Optional.empty();
    }
}
