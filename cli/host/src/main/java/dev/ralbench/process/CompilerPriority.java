package dev.ralbench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the compilers of this JVM step back behind its event loops: on a CPU that they share, a compilation holds up
 * requests for milliseconds. The JVM's own flag for this sets the priority of all its threads, and so undoes a niceness
 * that the user has given ralbench; {@code renice}, which is part of util-linux, is asked for these threads alone.
 */
public record CompilerPriority(ProcFs proc) {
    private static final int LOWER_BY = 10;
    private static final int LOWEST = 19;

    /** Lowers it. Without {@code renice} it stays as it is, at the cost of lateness only. */
    public void lower() throws InterruptedException {
        var renice = SearchPath.ofThisProcess().find("renice");
        var threads = compilers();
        if (renice.isEmpty() || threads.isEmpty()) {
            return;
        }
        int niceness = Math.min(LOWEST, new OwnProcess(proc).niceness().orElse(0) + LOWER_BY);
        var command = new ArrayList<>(List.of(renice.get().toString(), "-n", String.valueOf(niceness), "-p"));
        command.addAll(threads);
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            // The same as without it.
        }
    }

    private List<String> compilers() {
        var ids = new ArrayList<String>();
        proc.eachThread(ProcessHandle.current().pid(), (id, thread) -> {
            if (thread.name().startsWith("C1 Comp") || thread.name().startsWith("C2 Comp")) {
                ids.add(String.valueOf(id));
            }
        });
        return ids;
    }
}
