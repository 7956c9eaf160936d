package dev.ralbench.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A control group of version 1 made for one fault, below the root. */
record ControlGroup(Path parent, Path directory) implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    static ControlGroup of(String controller, long pid) throws IOException {
        var parent = ROOT.resolve(controller);
        return new ControlGroup(parent, Files.createDirectory(parent.resolve("ralbench-fault-" + pid)));
    }

    ControlGroup set(String key, String value) throws IOException {
        Files.writeString(directory.resolve(key), value);
        return this;
    }

    /** With all of its threads. */
    ControlGroup addProcess(long pid) throws IOException {
        return set("cgroup.procs", String.valueOf(pid));
    }

    ControlGroup addThread(long thread) throws IOException {
        return set("tasks", String.valueOf(thread));
    }

    /** Moves its processes to the root. */
    @Override
    public void close() throws IOException {
        for (var task : Files.readAllLines(directory.resolve("tasks"))) {
            try {
                Files.writeString(parent.resolve("tasks"), task);
            } catch (IOException e) {
                // It ended meanwhile.
            }
        }
        Files.delete(directory);
    }
}
