package dev.ralbench.process;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends what ralbench started when ralbench is gone, however it went: a shell in a session of its own reads a list from
 * a pipe, and at the pipe's end, which the kernel ensures even after SIGKILL, it ends all of the list. See {@code
 * guard.sh}. A killed shell is replaced at once, by one that receives everything again. Safe for use by several
 * threads.
 */
public final class Guard implements AutoCloseable {
    /** A guard killed this often is given up. */
    private static final int MOST_STARTS = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RunTag runTag;
    private final ProcFs proc;
    private final int mostStarts;
    private final List<String> told = new ArrayList<>(); // guarded by this
    private @Nullable GuardShell shell; // guarded by this
    private int starts; // guarded by this

    /** Starts nothing: the shell comes with {@link #begin}, or with the first thing to guard. */
    public Guard(RunTag runTag, ProcFs proc) {
        this(runTag, proc, MOST_STARTS);
    }

    /** @param mostStarts how many shells it starts, one after the other, before it gives up */
    Guard(RunTag runTag, ProcFs proc, int mostStarts) {
        this.runTag = runTag;
        this.proc = proc;
        this.mostStarts = mostStarts;
    }

    /** Starts the shell now, for files of ralbench's own JVM when nothing else has been started yet. */
    public synchronized void begin() {
        if (shell == null) {
            restart();
        }
    }

    /** A process that must not outlive ralbench; one that has ended already needs no guarding. */
    public void process(long pid) {
        proc.stat(pid).ifPresent(stat -> tell("process " + pid + " " + stat.startTicks()));
    }

    /** A container that must not outlive ralbench, by its id. */
    public void container(String id) {
        tell("container " + id);
    }

    /** A directory, existing or not yet, that must not outlive ralbench. Its path must not hold line breaks. */
    public void directory(Path directory) {
        tell("directory " + directory.toAbsolutePath().normalize());
    }

    /**
     * A control group, existing or not yet, that must not outlive ralbench; it is empty once its processes have ended.
     */
    public void group(Path directory) {
        tell("group " + directory);
    }

    /** A file that is worth keeping if ralbench lives to name it, and is removed if ralbench is killed. */
    public void log(Path file) {
        tell("log " + file.toAbsolutePath().normalize());
    }

    private synchronized void tell(String line) {
        told.add(line);
        try {
            var open = shell;
            if (open == null) {
                startShell();
            } else {
                open.tell(line);
            }
        } catch (IOException e) {
            restart();
        }
    }

    private void restart() {
        try {
            startShell();
        } catch (IOException e) {
            throw Failure.environment(
                            "the guard that cleans up after ralbench does not work",
                            String.valueOf(e.getMessage()),
                            "check that /bin/sh can be started, and that nothing ends it")
                    .causedBy(e);
        }
    }

    /** One that knows everything. */
    private GuardShell startShell() throws IOException {
        shell = null;
        if (starts >= mostStarts) {
            throw new IOException("it was ended " + starts + " times");
        }
        starts++;
        var started = GuardShell.start(runTag);
        for (var line : told) {
            started.tell(line);
        }
        shell = started;
        var unused = started.onExit().thenRun(() -> replace(started));
        return started;
    }

    /** There may be nothing to tell the guard for minutes, and ralbench may be killed in that time. */
    private synchronized void replace(GuardShell ended) {
        if (ended.equals(shell)) {
            try {
                restart();
            } catch (Failure failure) {
                // The next one that has something to guard hears of it.
            }
        }
    }

    /** Lets the guard do its work now, on whatever is left, and waits for it. */
    @Override
    public synchronized void close() {
        var ending = shell;
        shell = null; // its end is expected
        if (ending == null) {
            return;
        }
        try {
            if (!ending.finish(PATIENCE)) {
                var second = startShell();
                shell = null; // its end is expected, too
                second.finish(PATIENCE);
            }
        } catch (IOException e) {
            // The next run removes the rest.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        told.clear();
    }
}
