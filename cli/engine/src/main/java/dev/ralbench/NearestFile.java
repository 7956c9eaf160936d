package dev.ralbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the file that the user most likely meant, for messages about a path with no such file. */
public final class NearestFile {
    private NearestFile() {}

    /** The file of the same directory with the most similar name; empty if none is similar. */
    public static Optional<Path> to(Path missing) {
        var directory = Optional.ofNullable(missing.getParent()).orElse(Path.of(""));
        var names = names(directory, name -> true);
        return NearestName.to(String.valueOf(missing.getFileName()), names).map(missing::resolveSibling);
    }

    /** The second half of a sentence about a missing file: {@code did you mean ./shop.yaml?}; empty if none is similar. */
    public static String hint(Path missing) {
        return to(missing).map(near -> "did you mean " + near + "?").orElse("");
    }

    /** The file of a directory whose name comes last, which of dated names is the newest; empty if it has none. */
    public static Optional<Path> lastIn(Path directory, String ending) {
        var names = names(directory, name -> name.endsWith(ending));
        return names.isEmpty() ? Optional.empty() : Optional.of(directory.resolve(names.getLast()));
    }

    /** Of an unreadable directory there are none to propose. */
    private static List<String> names(Path directory, Predicate<String> isWanted) {
        try (var files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(isWanted)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
