package dev.ralbench.process;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A service as a process of this machine. */
final class StartedProcess implements StartedService {
    /**
     * The JVM flags of a service are those of its command line, because the result shows these. Flags that come in by a
     * variable of the user's shell would change one machine's figures unseen. A target that wants one of these says so
     * in its own environment.
     */
    private static final List<String> HIDDEN_FLAGS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** The POSIX variable that tells programs where to put their temporary files. */
    private static final String TEMPORARY = "TMPDIR";

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ServiceSpec spec;
    private final Process process;
    private final ProcessTree tree;
    private final long startNanos;
    private final Consumer<StartedProcess> onClose;
    private boolean isStopped; // guarded by this

    private StartedProcess(
            ServiceSpec spec, Process process, ProcessTree tree, long startNanos, Consumer<StartedProcess> onClose) {
        this.spec = spec;
        this.process = process;
        this.tree = tree;
        this.startNanos = startNanos;
        this.onClose = onClose;
    }

    /**
     * Starts it. No session and no process group of its own: the scheduler shares the CPU by group, and a service in
     * another group than the load generator gets a different share.
     *
     * @param arguments those of the service, with what puts it in its place
     * @param temporary for its temporary files, unless the service sets its own directory
     * @param runTag different for every start of every ralbench on this machine
     * @param onClose called once it is gone
     */
    static StartedProcess start(
            ServiceSpec spec,
            List<String> arguments,
            Path temporary,
            String runTag,
            Clock clock,
            Consumer<StartedProcess> onClose) {
        var builder = new ProcessBuilder(arguments).redirectErrorStream(true);
        builder.redirectOutput(Redirect.appendTo(spec.log().path().toFile()));
        var environment = builder.environment();
        HIDDEN_FLAGS.forEach(environment::remove);
        UserLocale.restore(environment);
        environment.put(TEMPORARY, temporary.toString());
        environment.putAll(spec.environment());
        environment.put(RunTag.VARIABLE, runTag);
        try {
            var directory = spec.log().path().toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            long startNanos = clock.nanoTime();
            var process = builder.start();
            var tree =
                    new ProcessTree(process.toHandle(), RunTag.VARIABLE + "=" + runTag, ProcFs.ofThisMachine(), clock);
            return new StartedProcess(spec, process, tree, startNanos, onClose);
        } catch (IOException e) {
            throw Failure.environment(
                            spec.title() + " could not be started",
                            String.valueOf(e.getMessage()),
                            "check that " + spec.arguments().getFirst() + " exists and that "
                                    + spec.log().path() + " can be written")
                    .causedBy(e);
        }
    }

    @Override
    public String title() {
        return spec.title();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public String commandLine() {
        return spec.arguments().stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    @Override
    public LogFile log() {
        return spec.log();
    }

    @Override
    public long startNanos() {
        return startNanos;
    }

    @Override
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    @Override
    public synchronized void askToEnd() {
        tree.askToEnd();
    }

    /**
     * It may all have ended already: on Ctrl-C the terminal signals the services too, as they are in the same process
     * group, and then there is nothing left to do.
     */
    @Override
    public synchronized void close() {
        if (isStopped) {
            return;
        }
        var left = tree.stop(GRACE);
        if (!left.isEmpty()) {
            throw Failure.environment(
                    spec.title() + " could not be stopped",
                    "still there after SIGKILL: process " + left,
                    "look at what it waits for (ps -o pid,stat,wchan), then end it by hand");
        }
        isStopped = true;
        onClose.accept(this);
    }
}
