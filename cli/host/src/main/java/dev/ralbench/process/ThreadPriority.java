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
    /** Steps after which a thread still has a tenth of a CPU that another one wants for itself. */
    public static final int BEHIND = 10;
    /** Steps to the end of the scale: a thread then has what others leave over, and next to nothing else. */
    public static final int LAST = 19;

    /**
     * Lowers it. Without {@code renice} it stays as it is, at the cost of lateness only.
     *
     * @param steps of niceness behind the others, from 1 to {@link #LAST}
     * @param names of the threads, as the kernel has them: at most 15 characters
     */
    public void lower(int steps, Predicate<String> names) throws InterruptedException {
        var renice = SearchPath.ofThisProcess().find("renice");
        var threads = threads(names);
        if (renice.isEmpty() || threads.isEmpty()) {
            return;
        }
        int niceness = Math.min(LAST, new OwnProcess(proc).niceness().orElse(0) + steps);
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
