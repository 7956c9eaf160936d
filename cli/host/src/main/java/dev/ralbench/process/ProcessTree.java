package dev.ralbench.process;

import dev.ralbench.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All processes that came of one start. Children are found by their parents, and by a variable of their environment:
 * the latter also finds those whose parent has ended. Used under the lock of {@link StartedProcess}.
 */
final class ProcessTree {
    private static final Path JVM_FILES = Path.of("/tmp");

    /** After SIGKILL only the kernel's own work is left to wait for. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);

    private final ProcessHandle root;
    private final String mark;
    private final ProcFs proc;
    private final Clock clock;
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    /** @param mark {@code NAME=value} that only this start has in its environment */
    ProcessTree(ProcessHandle root, String mark, ProcFs proc, Clock clock) {
        this.root = root;
        this.mark = mark;
        this.proc = proc;
        this.clock = clock;
        members.add(root);
    }

    /** SIGTERM to all, and SIGCONT to those that are stopped, which would not hear of it. */
    void askToEnd() {
        signal(ProcessHandle::destroy);
        var stopped = living().stream()
                .map(ProcessHandle::pid)
                .filter(pid -> proc.stat(pid).filter(ProcessStat::isStopped).isPresent())
                .map(String::valueOf)
                .toList();
        if (!stopped.isEmpty()) {
            resume(stopped);
        }
    }

    private static void resume(List<String> pids) {
        var command = new ArrayList<>(List.of("kill", "-CONT"));
        command.addAll(pids);
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            // SIGKILL, which comes after the grace, ends stopped ones, too.
        }
    }

    /**
     * SIGTERM to all, then SIGKILL to those that live after {@code grace}.
     *
     * @return process ids that live nevertheless
     */
    List<Long> stop(Duration grace) {
        askToEnd();
        if (!waitUntilGone(grace)) {
            signal(ProcessHandle::destroyForcibly);
            waitUntilGone(AFTER_KILL);
            members.stream().filter(member -> !isLiving(member)).forEach(member -> removeJvmFiles(member.pid()));
        }
        return living().stream().map(ProcessHandle::pid).toList();
    }

    private void signal(Consumer<ProcessHandle> signal) {
        living().forEach(signal);
    }

    private boolean waitUntilGone(Duration limit) {
        return new Pause(clock).until(() -> living().isEmpty(), limit);
    }

    /** Collects first: as soon as a parent ends, its children are no longer found through it. */
    private List<ProcessHandle> living() {
        root.descendants().forEach(members::add);
        proc.pidsWithVariable(mark).stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(members::add);
        return members.stream().filter(this::isLiving).toList();
    }

    /**
     * A descendant that has ended counts as gone even when its parent has not waited for it yet (a zombie): that is up to
     * others. For the root it is up to this JVM, and happens at once.
     */
    private boolean isLiving(ProcessHandle member) {
        boolean isZombie = !member.equals(root)
                && proc.stat(member.pid()).filter(ProcessStat::isZombie).isPresent();
        return member.isAlive() && !isZombie;
    }

    /**
     * Removes what a JVM leaves behind when it is killed: the socket for attaching to it, the file that asks for that
     * socket, and its counters. HotSpot has them in {@code /tmp}, despite TMPDIR and {@code java.io.tmpdir}. The guard
     * removes the same. Does nothing when it was no JVM.
     */
    private static void removeJvmFiles(long pid) {
        var counters = "hsperfdata_" + System.getProperty("user.name", "");
        for (var name : List.of(".java_pid" + pid, ".attach_pid" + pid, counters + "/" + pid)) {
            try {
                Files.deleteIfExists(JVM_FILES.resolve(name));
            } catch (IOException e) {
                // Another user's: not of a process that ralbench started.
            }
        }
    }
}
