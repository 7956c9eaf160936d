package dev.ralbench.process;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Directories for files of running services, such as data directories. Their names begin with their {@link Owner}, so
 * that a later ralbench knows which of them are no longer needed.
 */
public final class RunDirectories {
    private static final String PARENT = "runs";
    private static final String LOGS = "logs";

    private final UserCache cache;
    private final RunTag runTag;
    private final Guard guard;

    public RunDirectories(UserCache cache, RunTag runTag, Guard guard) {
        this.cache = cache;
        this.runTag = runTag;
        this.guard = guard;
    }

    /** A new, empty directory; its user deletes it, or the guard does. */
    public Path make(String purpose) {
        var name = PARENT + "/" + runTag.next() + "-" + purpose;
        guard.directory(cache.root().resolve(name)); // before it is there: a guard that fails leaves nothing behind
        return cache.directory(name);
    }

    /** A directory elsewhere, not there yet, which its user makes and deletes, or the guard deletes. */
    public void guarded(Path directory) {
        guard.directory(directory);
    }

    /** Whether such directories are made in this one. */
    public static boolean isParent(Path directory) {
        return directory.endsWith(PARENT);
    }

    /**
     * A log for work before the first trial, which does not exist yet. It stays, so that a message can point to it,
     * unless its user deletes it or ralbench is killed.
     */
    public Path log(String purpose) {
        var file = cache.directory(LOGS).resolve(runTag.next() + "-" + purpose + ".log");
        guard.log(file);
        return file;
    }

    /** Logs that were not deleted, written before that moment. */
    public static List<Path> oldLogs(UserCache cache, Instant before) {
        try (var logs = Files.list(cache.directory(LOGS))) {
            return logs.filter(log -> isBefore(log, before)).sorted().toList();
        } catch (IOException e) {
            throw Failure.environment(
                            "logs of earlier runs cannot be looked for",
                            reason(e),
                            "give rights to " + cache.directory(LOGS))
                    .causedBy(e);
        }
    }

    private static boolean isBefore(Path file, Instant moment) {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(moment);
        } catch (IOException e) {
            return false; // deleted meanwhile
        }
    }

    /**
     * The result of removing directories no longer needed.
     *
     * @param removed those that are gone
     * @param kept those that could not be removed, and why
     */
    public record Removal(List<Path> removed, Map<Path, String> kept) {
        public Removal {
            removed = List.copyOf(removed);
            kept = Collections.unmodifiableMap(new LinkedHashMap<>(kept));
        }
    }

    /** Directories whose ralbench is gone. */
    public List<Path> orphans(ProcFs proc) {
        try (var directories = Files.list(cache.directory(PARENT))) {
            return directories
                    .filter(directory -> Owner.in(String.valueOf(directory.getFileName()))
                            .filter(owner -> !owner.isAlive(proc))
                            .isPresent())
                    .toList();
        } catch (IOException e) {
            throw Failure.environment(
                            "directories of earlier runs cannot be looked for",
                            reason(e),
                            "give rights to " + cache.directory(PARENT))
                    .causedBy(e);
        }
    }

    /** Removes them as far as that can be done: one that stays, such as another user's, does no harm. */
    public Removal removeOrphans(ProcFs proc) {
        var removed = new ArrayList<Path>();
        var kept = new LinkedHashMap<Path, String>();
        for (var directory : orphans(proc)) {
            try {
                DirectoryTree.delete(directory);
                removed.add(directory);
            } catch (IOException e) {
                kept.put(directory, reason(e));
            }
        }
        return new Removal(removed, kept);
    }

    /** The message of a file system's exception often is the path alone. */
    private static String reason(IOException failure) {
        return failure instanceof AccessDeniedException
                ? "permission denied: " + failure.getMessage()
                : String.valueOf(failure.getMessage());
    }
}
