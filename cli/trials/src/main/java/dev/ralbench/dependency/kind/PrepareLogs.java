package dev.ralbench.dependency.kind;

import dev.ralbench.process.LogFile;
import dev.ralbench.process.RunDirectories;
import java.io.IOException;
import java.nio.file.Files;

/**
 * Logs of work before the first trial. They are in the cache, so that a failure can point to them; those of work that
 * succeeded, and of a ralbench that was killed, are removed.
 */
public final class PrepareLogs {
    private PrepareLogs() {}

    /** A new one, which does not exist yet. */
    public static LogFile make(RunDirectories runDirectories, String name) {
        return new LogFile(runDirectories.log(name));
    }

    /** It has nothing to tell. */
    public static void drop(LogFile log) throws IOException {
        Files.deleteIfExists(log.path());
    }
}
