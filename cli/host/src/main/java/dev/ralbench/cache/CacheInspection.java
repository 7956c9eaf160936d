package dev.ralbench.cache;

import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads every part of a cache, of every ralbench version. */
public record CacheInspection(UserCache cache) {

    /**
     * The outcome.
     *
     * @param whole how many parts are as they were made
     * @param dropped titles of those that were damaged and are gone; the next run makes them again
     * @param kept titles of those that are damaged and could not be removed, and why
     */
    public record Findings(int whole, List<String> dropped, Map<String, String> kept) {
        public Findings {
            dropped = List.copyOf(dropped);
            kept = Map.copyOf(kept);
        }
    }

    /** Drops damaged parts: they are of no use to a run. */
    public Findings dropDamaged() throws IOException, InterruptedException {
        int whole = 0;
        var dropped = new ArrayList<String>();
        var kept = new LinkedHashMap<String, String>();
        for (var place : places()) {
            var name = cache.root().relativize(place).toString();
            var title = Stamp.read(place).map(Stamp::title).orElse(name);
            try {
                if (isDropped(place, name)) {
                    dropped.add(title);
                } else {
                    whole++;
                }
            } catch (IOException e) {
                kept.put(title, String.valueOf(e));
            }
        }
        return new Findings(whole, dropped, kept);
    }

    private boolean isDropped(Path place, String name) throws IOException, InterruptedException {
        if (!CacheParts.isDamaged(place)) {
            return false;
        }
        var lock = CacheLock.take(cache, name, () -> {});
        try {
            boolean isDamaged = CacheParts.isDamaged(place); // another ralbench may have made it again
            if (isDamaged) {
                DirectoryTree.delete(place);
            }
            return isDamaged;
        } finally {
            lock.close();
        }
    }

    /** Directories with a stamp, alone or in a directory of their kind. */
    private List<Path> places() throws IOException {
        var places = new ArrayList<Path>();
        for (var directory : directories(cache.root())) {
            if (Stamp.isIn(directory)) {
                places.add(directory);
            } else if (!RunDirectories.isParent(directory)) { // a part in the making has a stamp for a moment
                directories(directory).stream().filter(Stamp::isIn).forEach(places::add);
            }
        }
        return places;
    }

    private static List<Path> directories(Path parent) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        }
    }
}
