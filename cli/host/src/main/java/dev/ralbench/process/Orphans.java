package dev.ralbench.process;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.List;

/** Processes left by an earlier ralbench that neither it nor its guard could end. */
public final class Orphans {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final ProcFs proc;
    private final Clock clock;

    public Orphans(ProcFs proc, Clock clock) {
        this.proc = proc;
        this.clock = clock;
    }

    /** Ids of marked processes whose ralbench is gone. */
    public List<Long> find() {
        return proc.pids().stream()
                .filter(pid -> RunTag.ownerOf(proc, pid)
                        .filter(owner -> !owner.isAlive(proc))
                        .isPresent())
                .toList();
    }

    /**
     * Ends them.
     *
     * @return ids of those that are gone
     */
    public List<Long> end() {
        var found = find();
        for (long pid : found) {
            ProcessHandle.of(pid)
                    .ifPresent(handle -> new ProcessTree(
                                    handle,
                                    RunTag.VARIABLE + "="
                                            + proc.variable(pid, RunTag.VARIABLE)
                                                    .orElse(""),
                                    proc,
                                    clock)
                            .stop(GRACE));
        }
        // A zombie has lost its environment, and another process that got the id lacks the mark.
        return found.stream().filter(pid -> RunTag.ownerOf(proc, pid).isEmpty()).toList();
    }
}
