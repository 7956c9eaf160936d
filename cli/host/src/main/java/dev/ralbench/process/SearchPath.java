package dev.ralbench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The search directories for programs: the variable {@code PATH}. */
public record SearchPath(List<Path> directories) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

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

    /**
     * The first program of that name that may be executed.
     *
     * @param program may also be a path with a {@code *} in the name of one directory, for a version: then the newest one
     */
    public Optional<Path> find(String program) {
        int star = program.indexOf('*');
        return star < 0
                ? first(directories.stream().map(directory -> directory.resolve(program)))
                : first(newestFirst(Path.of(program)));
    }

    private static Optional<Path> first(Stream<Path> files) {
        return files.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    private static Stream<Path> newestFirst(Path pattern) {
        int level = 0;
        while (!pattern.getName(level).toString().contains("*")) {
            level++;
        }
        var parent = Path.of("/").resolve(level == 0 ? Path.of("") : pattern.subpath(0, level));
        var rest = pattern.subpath(level + 1, pattern.getNameCount());
        var found = new ArrayList<Path>();
        try (var versions =
                Files.newDirectoryStream(parent, pattern.getName(level).toString())) {
            versions.forEach(found::add);
        } catch (IOException e) {
            return Stream.empty(); // there is no such directory
        }
        return found.stream()
                .sorted(Comparator.comparingInt(SearchPath::version).reversed())
                .map(version -> version.resolve(rest));
    }

    /** The first number in a directory's name. */
    private static int version(Path directory) {
        var number = NUMBER.matcher(String.valueOf(directory.getFileName()));
        return number.find() ? Integer.parseInt(number.group()) : 0;
    }
}
