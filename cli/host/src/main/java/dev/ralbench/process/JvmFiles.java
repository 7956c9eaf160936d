package dev.ralbench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a JVM leaves behind when it is killed: the socket for attaching to it, the file that asks for that socket, and its
 * counters. HotSpot has them in {@code /tmp}, whatever TMPDIR and {@code java.io.tmpdir} say. The guard removes the same.
 */
final class JvmFiles {
    private static final Path FOLDER = Path.of("/tmp");

    private JvmFiles() {}

    /** Removes those of a process that was killed; does nothing when it was no JVM. */
    static void remove(long pid) {
        var counters = "hsperfdata_" + System.getProperty("user.name", "");
        for (var name : List.of(".java_pid" + pid, ".attach_pid" + pid, counters + "/" + pid)) {
            try {
                Files.deleteIfExists(FOLDER.resolve(name));
            } catch (IOException e) {
                // Another user's: not of a process that ralbench started.
            }
        }
    }
}
