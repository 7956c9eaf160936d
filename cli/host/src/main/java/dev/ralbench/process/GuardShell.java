package dev.ralbench.process;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One process of {@code guard.sh}, and the pipe that it reads. Used under the lock of its {@link Guard}. */
final class GuardShell {
    private static final String SCRIPT = script();
    /** ralbench lives and has no more to say: without this line before the pipe's end, it was killed. */
    private static final String END = "end";

    private final Process process;
    private final Writer pipe;

    private GuardShell(Process process, Writer pipe) {
        this.process = process;
        this.pipe = pipe;
    }

    static GuardShell start(RunTag runTag) throws IOException {
        var command = new ArrayList<String>();
        if (SearchPath.ofThisProcess().find("setsid").isPresent()) {
            command.add("setsid"); // out of reach of whatever ends the whole process group
        }
        command.addAll(List.of("/bin/sh", "-c", SCRIPT, "ralbench-guard", RunTag.VARIABLE + "=" + runTag.owner()));
        var process = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        return new GuardShell(process, new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** @throws IOException when it has ended */
    void tell(String line) throws IOException {
        pipe.write(line + "\n");
        pipe.flush();
    }

    CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /**
     * Lets it do its work now.
     *
     * @return whether it did, or is still at it when the time is over; not when something ended it
     */
    boolean finish(Duration patience) throws InterruptedException {
        try {
            tell(END);
            pipe.close();
        } catch (IOException e) {
            return false;
        }
        return !process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() == 0;
    }

    /** Without its comments: tools that look for guards see only the first page of a command line. */
    private static String script() {
        try (var stream = GuardShell.class.getResourceAsStream("guard.sh")) {
            var bytes = Objects.requireNonNull(stream, "guard.sh is packaged with ralbench")
                    .readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.strip().startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read guard.sh", e);
        }
    }
}
