package dev.ralbench.benchmark;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Small helpers for command lines. */
final class Commands {
    private Commands() {}

    static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** The command on one CPU only. */
    static List<String> pinned(int cpu, List<String> command) {
        return pinned(String.valueOf(cpu), command);
    }

    /** @param cpus as {@code taskset} takes them, such as {@code 0,1} */
    static List<String> pinned(String cpus, List<String> command) {
        return join(List.of("taskset", "-c", cpus), command);
    }

    /** The file of a program: on the PATH, or in one of the directories; a missing file if it is in none. */
    static Path find(String program, List<Path> moreDirectories) {
        var path = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .map(Path::of);
        return Stream.concat(moreDirectories.stream(), path)
                .map(directory -> directory.resolve(program))
                .filter(file -> file.toFile().canExecute())
                .findFirst()
                .orElse(Path.of("/nowhere", program));
    }
}
