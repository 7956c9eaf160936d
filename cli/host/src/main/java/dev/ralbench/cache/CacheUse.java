package dev.ralbench.cache;

import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which parts of one kind runs still use. The time of a part's directory says when one did last; file systems do not keep
 * times of reading reliably.
 *
 * @param kind directory of the cache that holds them
 */
public record CacheUse(UserCache cache, String kind) {
    /** One part, and how much room it takes. */
    public record PartUse(Path place, long bytes, Instant lastUse) {}

    /** Notes that a run uses the part. */
    public static void note(Path part, Instant now) {
        try {
            Files.setLastModifiedTime(part, FileTime.from(now));
        } catch (IOException e) {
            // A cache that this user may only read: a run of its owner notes the use.
        }
    }

    /** All parts of this kind in the cache, ordered by name. */
    public List<PartUse> parts() throws IOException {
        var parent = cache.root().resolve(kind);
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(parent)) {
            var parts = new ArrayList<PartUse>();
            for (var place : entries.filter(Stamp::isIn).sorted().toList()) {
                parts.add(new PartUse(
                        place, bytes(place), Files.getLastModifiedTime(place).toInstant()));
            }
            return parts;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Removes those that no run has used since then.
     *
     * @return those that are gone
     */
    public List<PartUse> removeUnusedSince(Instant since) throws IOException, InterruptedException {
        var removed = new ArrayList<PartUse>();
        for (var part : parts()) {
            if (part.lastUse().isBefore(since) && isRemoved(part, since)) {
                removed.add(part);
            }
        }
        return removed;
    }

    private boolean isRemoved(PartUse part, Instant since) throws IOException, InterruptedException {
        var name = cache.root().relativize(part.place()).toString();
        var lock = CacheLock.take(cache, name, () -> {});
        try {
            boolean isUnused = Stamp.isIn(part.place())
                    && Files.getLastModifiedTime(part.place()).toInstant().isBefore(since);
            if (isUnused) {
                DirectoryTree.delete(part.place());
            }
            return isUnused;
        } finally {
            lock.close();
        }
    }

    private static long bytes(Path place) throws IOException {
        long bytes = 0;
        try (var files = Files.walk(place)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
