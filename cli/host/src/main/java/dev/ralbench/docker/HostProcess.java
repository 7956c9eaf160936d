package dev.ralbench.docker;

import dev.ralbench.process.Pause;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStat;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A container's first process as this machine sees it. When it has ended, the kernel ends all others of the container.
 *
 * @param pid 0 if it had ended before ralbench read it
 * @param startTicks tells it from a later process of the same id
 */
record HostProcess(ProcFs proc, long pid, long startTicks) {
    private static final Duration GRACE = Duration.ofSeconds(5);
    /** After SIGKILL only the kernel's own work is left to wait for. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(2);

    static HostProcess of(ProcFs proc, long pid) {
        var stat = proc.stat(pid);
        return stat.isPresent() ? new HostProcess(proc, pid, stat.get().startTicks()) : new HostProcess(proc, pid, -1);
    }

    boolean isAlive() {
        return stat().isPresent();
    }

    private Optional<ProcessStat> stat() {
        return proc.stat(pid).filter(stat -> stat.startTicks() == startTicks && !stat.isZombie());
    }

    /** SIGTERM to all of the container, because a shell waiting for its child forwards none. */
    void askToEnd() {
        signal(ProcessHandle::destroy);
    }

    /**
     * Asks it to end, and kills it if it does not.
     *
     * @return whether it has ended
     */
    boolean stop(Pause pause) {
        askToEnd();
        if (pause.until(() -> !isAlive(), GRACE)) {
            return true;
        }
        signal(ProcessHandle::destroyForcibly);
        return pause.until(() -> !isAlive(), AFTER_KILL);
    }

    private void signal(Consumer<ProcessHandle> signal) {
        if (isAlive()) {
            ProcessHandle.of(pid)
                    .ifPresent(first ->
                            Stream.concat(first.descendants(), Stream.of(first)).forEach(signal));
        }
    }
}
