package dev.ralbench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Lets threads of this JVM step back behind its others. The JVM's own priorities need a flag that sets those of all its
 * threads, and so undoes a niceness that the user has given ralbench; {@code renice}, which is part of util-linux, is
 * asked for some threads alone.
 */
public record ThreadPriority(ProcFs proc) {
    private static final int LOWER_BY = 10;
    private static final int LOWEST = 19;

    /**
     * Lowers it. Without {@code renice} it stays as it is, at the cost of lateness only.
     *
     * @param names of the threads, as the kernel has them: at most 15 characters
     */
    public void lower(Predicate<String> names) throws InterruptedException {
        var renice = SearchPath.ofThisProcess().find("renice");
        var threads = threads(names);
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

    private List<String> threads(Predicate<String> names) {
        var ids = new ArrayList<String>();
        proc.eachThread(ProcessHandle.current().pid(), (id, thread) -> {
            if (names.test(thread.name())) {
                ids.add(String.valueOf(id));
            }
        });
        return ids;
    }
}
