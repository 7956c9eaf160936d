package dev.ralbench.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;

/** Where the repository is: tests run in the directory of their module. */
public final class Repository {
    /** Absolute. */
    public static final Path ROOT = above(Path.of("").toAbsolutePath());

    private Repository() {}

    /** A path within the repository. */
    public static Path path(String first, String... more) {
        return ROOT.resolve(Path.of(first, more));
    }

    /** The newest result of a scenario that comes with ralbench, of a run with processes. */
    public static Path recorded(String scenario) {
        return recorded(scenario, "process");
    }

    /**
     * The newest result of a scenario that comes with ralbench.
     *
     * @param runtime how its services were started: {@code process} or {@code docker}
     */
    public static Path recorded(String scenario, String runtime) {
        try (var files = Files.list(path("results", "recorded"))) {
            return files.filter(file ->
                            String.valueOf(file.getFileName()).matches("\\d{8}T\\d{6}Z-" + scenario + "\\.json"))
                    .filter(file -> text(file).contains("\"runtime\": \"" + runtime + "\""))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path above(Path directory) {
        return Files.isRegularFile(directory.resolve("ralbench"))
                ? directory
                : above(Objects.requireNonNull(directory.getParent(), "no ralbench in any directory above"));
    }
}
