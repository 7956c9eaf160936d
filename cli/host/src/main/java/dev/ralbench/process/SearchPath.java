package dev.ralbench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The directories in which programs are looked for: the variable {@code PATH}. */
public record SearchPath(List<Path> directories) {
    public SearchPath {
        directories = List.copyOf(directories);
    }

    public static SearchPath ofThisProcess() {
        return of(System.getenv().getOrDefault("PATH", ""));
    }

    static SearchPath of(String variable) {
        return new SearchPath(Arrays.stream(variable.split(File.pathSeparator, -1))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of)
                .toList());
    }

    /** The first program of that name that may be executed. */
    public Optional<Path> find(String program) {
        return directories.stream()
                .map(directory -> directory.resolve(program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
