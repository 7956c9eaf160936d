package dev.ralbench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program that puts processes on CPUs; it is part of util-linux, which every distribution has. All that a process
 * starts inherits its CPUs.
 */
public record Taskset(Path program) {
    public static Optional<Taskset> find() {
        return SearchPath.ofThisProcess().find("taskset").map(Taskset::new);
    }

    /** A command on some CPUs: taskset becomes the command, so that the process stays the same. */
    List<String> on(CpuSet cpus, List<String> command) {
        var words = new ArrayList<>(List.of(program.toString(), "-c", cpus.toString()));
        words.addAll(command);
        return words;
    }

    /**
     * Puts all present threads of a process on some CPUs.
     *
     * @return its message when it could not; also if a thread ended just then
     */
    public Optional<String> move(long pid, CpuSet cpus) throws InterruptedException {
        var command = List.of(program.toString(), "-a", "-c", "-p", cpus.toString(), String.valueOf(pid));
        try {
            var taskset = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return taskset.waitFor() == 0 ? Optional.empty() : Optional.of(lastLine(said));
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Before that it tells of each thread that it could move. */
    private static String lastLine(String text) {
        return text.strip().lines().reduce((first, second) -> second).orElse("it said nothing");
    }
}
