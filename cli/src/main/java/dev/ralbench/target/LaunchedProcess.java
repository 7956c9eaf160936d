package dev.ralbench.target;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/** A process that ralbench started, from its first moment on, ready or not. Safe for use by several threads. */
final class LaunchedProcess {
    /** Marks everything that comes of a start, so that it can be found when it is to be stopped. */
    private static final String MARK = "RALBENCH_TARGET";
    /**
     * The JVM flags of a target are those of its command line, because these are what the result shows. Flags that
     * come in by a variable of the user's shell would change one machine's figures unseen. A target that wants one of
     * these says so in its own environment.
     */
    private static final List<String> HIDDEN_FLAGS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final String title;
    private final String commandLine;
    private final LogFile log;
    private final Process process;
    private final ProcessTree tree;
    private final long startNanos;
    private boolean stopped; // guarded by this

    private LaunchedProcess(String title, String commandLine, LogFile log, Process process, ProcessTree tree, long at) {
        this.title = title;
        this.commandLine = commandLine;
        this.log = log;
        this.process = process;
        this.tree = tree;
        this.startNanos = at;
    }

    /**
     * Starts it. No session and no process group of its own: the scheduler shares the CPU by group, and a target in
     * another group than the load generator gets a different share.
     *
     * @param id different for every start of every ralbench on this machine
     */
    static LaunchedProcess start(TargetDefinition.Launched target, int port, LogFile log, String id, Clock clock) {
        var command = withPort(target.command(), port);
        var builder = new ProcessBuilder(new ShellCommand(command).arguments()).redirectErrorStream(true);
        builder.redirectOutput(Redirect.appendTo(log.path().toFile()));
        var environment = builder.environment();
        HIDDEN_FLAGS.forEach(environment::remove);
        target.environment().forEach((name, value) -> environment.put(name, withPort(value, port)));
        environment.put(MARK, id);
        try {
            var folder = log.path().toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            long startNanos = clock.nanoTime();
            var process = builder.start();
            var tree = new ProcessTree(process.toHandle(), MARK + "=" + id, ProcFs.ofThisMachine(), clock);
            return new LaunchedProcess(target.title(), command, log, process, tree, startNanos);
        } catch (IOException e) {
            throw Failure.environment(
                            "target '" + target.title() + "' could not be started",
                            String.valueOf(e.getMessage()),
                            "check that /bin/sh exists and that " + log.path() + " can be written")
                    .causedBy(e);
        }
    }

    private static String withPort(String text, int port) {
        return text.replace("${port}", String.valueOf(port));
    }

    String commandLine() {
        return commandLine;
    }

    LogFile log() {
        return log;
    }

    Process process() {
        return process;
    }

    long startNanos() {
        return startNanos;
    }

    /**
     * Ends everything that came of the start. It may all have ended already: on Ctrl-C the terminal signals the
     * targets too, as they are in the same process group, and then there is nothing left to do.
     */
    synchronized void stop() {
        if (stopped) {
            return;
        }
        var left = tree.stop(GRACE);
        if (!left.isEmpty()) {
            throw Failure.environment(
                    "target '" + title + "' could not be stopped",
                    "still there after SIGKILL: process " + left,
                    "look at what it waits for (ps -o pid,stat,wchan), then end it by hand");
        }
        stopped = true;
    }
}
