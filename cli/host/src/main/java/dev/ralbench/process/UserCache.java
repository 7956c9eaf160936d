package dev.ralbench.process;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * The directory for files made once and used by many runs: unpacked servers, loaded data, caches of JVMs. All of it may
 * be deleted between runs.
 */
public record UserCache(Path root) {
    /** Names the directory; without it, {@code XDG_CACHE_HOME/ralbench} or {@code ~/.cache/ralbench}. */
    public static final String VARIABLE = "RALBENCH_CACHE";

    private static final FileAttribute<?>[] OWNERS =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                    }
                    : new FileAttribute<?>[0];

    public UserCache {
        root = root.toAbsolutePath().normalize();
    }

    public static UserCache of(Map<String, String> environment, Path home) {
        var named = environment.getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return new UserCache(Path.of(named));
        }
        var caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        return new UserCache((caches.isBlank() ? home.resolve(".cache") : Path.of(caches)).resolve("ralbench"));
    }

    /**
     * A directory within the cache, made if absent, and then for its owner alone.
     *
     * @throws Failure when it cannot be made
     */
    public Path directory(String name) {
        var directory = root.resolve(name);
        try {
            return Files.createDirectories(directory, OWNERS);
        } catch (IOException e) {
            throw Failure.environment(
                            "the cache directory " + directory + " cannot be made",
                            String.valueOf(e.getMessage()),
                            "make room or give rights there, or name another directory by " + VARIABLE)
                    .causedBy(e);
        }
    }
}
