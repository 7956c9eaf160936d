package dev.ralbench.result;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that a run's result is kept in: checked before the first request, replaced as a whole after every trial. */
public final class ResultFile {
    private final Path path;
    private final Disk disk;
    private final Path fallbackFolder;

    /** Writes whole files; a seam, because a full disk is hard to come by in a test. */
    interface Disk {
        void replace(Path file, byte[] content) throws IOException;

        /**
         * The first time.
         *
         * @throws java.nio.file.FileAlreadyExistsException if another program was faster
         */
        default void create(Path file, byte[] content) throws IOException {
            replace(file, content);
        }
    }

    private ResultFile(Path path, Disk disk, Path fallbackFolder) {
        this.path = path;
        this.disk = disk;
        this.fallbackFolder = fallbackFolder;
    }

    /**
     * Whether a result can be kept there; of what takes time nothing need have been done. Leaves nothing behind.
     *
     * @throws Failure when not
     */
    public static void check(Path path) {
        prepareFolder(path);
        try {
            AtomicWriter.check(path);
        } catch (IOException e) {
            throw WriteFailures.before(path, e);
        }
    }

    /**
     * Refuses a path that holds a file already.
     *
     * @throws Failure when it does
     */
    public static void checkIsNew(Path path) {
        if (Files.isRegularFile(path)) {
            throw WriteFailures.exists(path);
        }
    }

    /**
     * Makes the file with its first content, so that whatever is wrong with the path shows before anything is measured.
     *
     * @param start the result without trials
     * @throws Failure when a file cannot be written there, or there is one
     */
    public static ResultFile create(Path path, RunResult start) {
        return create(path, start, new AtomicWriter(), Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    static ResultFile create(Path path, RunResult start, Disk disk, Path fallbackFolder) {
        var file = new ResultFile(path, disk, fallbackFolder);
        prepareFolder(path);
        try {
            disk.create(file.target(), encode(start));
        } catch (IOException e) {
            throw WriteFailures.before(path, e);
        }
        return file;
    }

    public Path path() {
        return path;
    }

    /**
     * Replaces the content.
     *
     * @throws Failure when it cannot be written; the file then still holds what it held, and the failure says where the
     *     new content is
     */
    public void write(RunResult result) {
        byte[] content = encode(result);
        try {
            disk.replace(target(), content);
        } catch (IOException e) {
            throw rescue(result.runId(), content, e);
        }
    }

    /**
     * The result that a file holds.
     *
     * @throws Failure when it cannot be read, is not a result, is damaged, or was written by a newer ralbench
     */
    public static RunResult read(Path path) {
        return ResultReader.read(path);
    }

    /**
     * What a file holds that may be no result, or none that can be used.
     *
     * @throws Failure when there is no such file
     */
    public static FileContent find(Path path) {
        return ResultReader.find(path);
    }

    static byte[] encode(RunResult result) {
        return (ResultJson.mapper().writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Refuses what is no place for a result, and makes the folder of what is. */
    static void prepareFolder(Path path) {
        if (Files.isDirectory(path)) {
            throw WriteFailures.isFolder(path);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw WriteFailures.isDevice(path);
        }
        try {
            Files.createDirectories(AtomicWriter.folderOf(path));
        } catch (IOException e) {
            throw WriteFailures.noFolder(path, e);
        }
    }

    /** Where a link points to, so that the link is not what gets replaced; also if nothing is there yet. */
    private Path target() {
        try {
            if (Files.exists(path)) {
                return path.toRealPath();
            }
            return Files.isSymbolicLink(path) ? path.resolveSibling(Files.readSymbolicLink(path)) : path;
        } catch (IOException e) {
            return path;
        }
    }

    private Failure rescue(String runId, byte[] content, IOException cause) {
        var fallback = fallbackFolder.resolve("ralbench-" + runId.replaceAll("[^A-Za-z0-9._-]", "-") + ".json");
        try {
            disk.replace(fallback, content);
            return WriteFailures.savedElsewhere(path, fallback, cause);
        } catch (IOException second) {
            cause.addSuppressed(second);
            return WriteFailures.lost(path, fallback, cause);
        }
    }
}
