package dev.ralbench.testing;

import java.nio.file.Files;
import java.nio.file.Path;
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

    private static Path above(Path directory) {
        return Files.isRegularFile(directory.resolve("ralbench"))
                ? directory
                : above(Objects.requireNonNull(directory.getParent(), "no ralbench in any directory above"));
    }
}
