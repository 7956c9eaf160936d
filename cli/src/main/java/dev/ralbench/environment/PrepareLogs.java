package dev.ralbench.environment;

import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import dev.ralbench.process.LogFile;
import java.io.IOException;
import java.nio.file.Files;

/** Logs of what runs before the first trial: in the cache, so that a failure can point to them; gone where all was well. */
final class PrepareLogs {
    private PrepareLogs() {}

    /** A new one. */
    static LogFile make(UserCache cache, String name) {
        var folder = cache.folder("logs");
        try {
            return new LogFile(Files.createTempFile(folder, name + "-", ".log"));
        } catch (IOException e) {
            throw Failure.environment(
                            "no log can be made in " + folder, String.valueOf(e), "make room or give rights there")
                    .causedBy(e);
        }
    }

    /** It has nothing to tell. */
    static void drop(LogFile log) throws IOException {
        Files.deleteIfExists(log.path());
    }
}
