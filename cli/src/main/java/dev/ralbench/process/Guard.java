package dev.ralbench.process;

import dev.ralbench.Failure;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends what ralbench started when ralbench is gone, however it went: a shell in a session of its own reads from a pipe
 * what there is, and at the pipe's end, which the kernel sees to even after SIGKILL, it ends all of it. See
 * {@code guard.sh}. Safe for use by several threads.
 */
public final class Guard implements AutoCloseable {
    private static final String SCRIPT = script();
    private static final long PATIENCE_SECONDS = 10;

    private final Mark mark;
    private final ProcFs proc;
    private @Nullable Process shell; // guarded by this
    private @Nullable Writer pipe; // guarded by this

    /** Starts nothing: the shell comes with the first thing to guard. */
    public Guard(Mark mark, ProcFs proc) {
        this.mark = mark;
        this.proc = proc;
    }

    /** A process that must not outlive ralbench; one that has ended already needs no guarding. */
    public void process(long pid) {
        proc.stat(pid).ifPresent(stat -> tell("process " + pid + " " + stat.startTicks()));
    }

    /** A container that must not outlive ralbench, by its id. */
    public void container(String id) {
        tell("container " + id);
    }

    /** A folder that must not outlive ralbench. Its path must not hold line breaks. */
    public void folder(Path folder) {
        tell("folder " + folder.toAbsolutePath().normalize());
    }

    private synchronized void tell(String line) {
        try {
            var open = pipe == null ? open() : pipe;
            open.write(line + "\n");
            open.flush();
        } catch (IOException e) {
            throw Failure.environment(
                            "the guard that cleans up after ralbench does not work",
                            String.valueOf(e.getMessage()),
                            "check that /bin/sh can be started, and that nothing ends it")
                    .causedBy(e);
        }
    }

    private Writer open() throws IOException {
        var command = new ArrayList<String>();
        if (SearchPath.ofThisProcess().find("setsid").isPresent()) {
            command.add("setsid"); // out of reach of whatever ends the whole process group
        }
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, "ralbench-guard", Mark.VARIABLE + "=" + mark.owner()));
        var started = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        var writer = new OutputStreamWriter(started.getOutputStream(), StandardCharsets.UTF_8);
        shell = started;
        pipe = writer;
        return writer;
    }

    /** Lets the guard do its work now, on whatever is left, and waits for it. */
    @Override
    public synchronized void close() {
        var started = shell;
        if (started == null) {
            return;
        }
        try {
            Objects.requireNonNull(pipe, "a shell has a pipe").close();
            started.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // The guard was ended by somebody; there is nothing left to tell it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        shell = null;
        pipe = null;
    }

    private static String script() {
        try (var stream = Guard.class.getResourceAsStream("guard.sh")) {
            return new String(
                    Objects.requireNonNull(stream, "guard.sh is packaged with ralbench")
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read guard.sh", e);
        }
    }
}
