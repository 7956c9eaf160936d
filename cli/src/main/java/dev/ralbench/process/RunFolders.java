package dev.ralbench.process;

import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Folders for what services write while they run, such as data directories. Their names begin with their {@link Owner},
 * so that a later ralbench knows which of them nobody needs any more.
 */
public final class RunFolders {
    private static final String PARENT = "runs";

    private final UserCache cache;
    private final Mark mark;
    private final Guard guard;

    public RunFolders(UserCache cache, Mark mark, Guard guard) {
        this.cache = cache;
        this.mark = mark;
        this.guard = guard;
    }

    /** A new, empty folder; its user deletes it, or the guard does. */
    public Path make(String purpose) {
        var folder = cache.folder(PARENT + "/" + mark.next() + "-" + purpose);
        guard.folder(folder);
        return folder;
    }

    /** Folders whose ralbench is gone. */
    public List<Path> orphans(ProcFs proc) {
        try (var folders = Files.list(cache.folder(PARENT))) {
            return folders.filter(folder -> Owner.in(String.valueOf(folder.getFileName()))
                            .filter(owner -> !owner.isAlive(proc))
                            .isPresent())
                    .toList();
        } catch (IOException e) {
            throw notRemoved(e);
        }
    }

    /** Removes them. */
    public List<Path> removeOrphans(ProcFs proc) {
        var found = orphans(proc);
        for (var folder : found) {
            try {
                delete(folder);
            } catch (IOException e) {
                throw notRemoved(e);
            }
        }
        return found;
    }

    private Failure notRemoved(IOException cause) {
        return Failure.environment(
                        "folders of earlier runs cannot be removed",
                        String.valueOf(cause.getMessage()),
                        "remove " + cache.folder(PARENT) + " by hand")
                .causedBy(cause);
    }

    /** Deletes a folder with all that is in it; what is gone already is no mistake. */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE; // deleted by somebody else meanwhile
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
