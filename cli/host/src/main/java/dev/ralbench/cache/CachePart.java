package dev.ralbench.cache;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * A directory of the cache that is made once and used by many runs.
 *
 * @param name its path within the cache
 * @param title what it is, for messages: {@code the start-up cache of my service}
 * @param work how it is made, for messages: {@code unpacking Redis 7.0.15}
 * @param isUsable whether a directory holds what the user of the part needs
 * @param maker fills an empty directory; if it throws, its work is discarded
 */
public record CachePart(String name, String title, String work, Predicate<Path> isUsable, PartMaker maker) {

    /** Fills an empty directory. */
    @FunctionalInterface
    public interface PartMaker {
        void make(Path directory) throws IOException, InterruptedException;
    }
}
