package dev.ralbench.environment;

import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import dev.ralbench.process.RunFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Folders of the cache that are made once, each whole or not there. */
final class CacheFolders {
    private final UserCache cache;
    private final RunFolders runFolders;
    private final Consumer<String> notes;

    CacheFolders(UserCache cache, RunFolders runFolders, Consumer<String> notes) {
        this.cache = cache;
        this.runFolders = runFolders;
        this.notes = notes;
    }

    /** Fills an empty folder. */
    @FunctionalInterface
    interface Maker {
        void make(Path folder) throws IOException, InterruptedException;
    }

    /**
     * A folder with what the maker puts there, unless it is there already.
     *
     * @param name within the cache
     * @param what it is, for messages
     * @param isWhole whether what is there can be used
     */
    Path get(String name, String what, Predicate<Path> isWhole, Maker maker) throws InterruptedException {
        var place = cache.root().resolve(name);
        if (isWhole.test(place)) {
            return place;
        }
        var lockFile = cache.folder("locks").resolve(name.replace('/', '-'));
        var lock = CacheLock.take(lockFile, () -> notes.accept("waiting for another ralbench: " + what));
        try {
            if (!isWhole.test(place)) {
                make(place, isWhole, maker);
            }
            return place;
        } catch (IOException e) {
            throw Failure.environment(
                            what + " failed",
                            String.valueOf(e),
                            "make room or give rights in " + cache.root() + ", or name another folder by "
                                    + UserCache.VARIABLE)
                    .causedBy(e);
        } finally {
            lock.close();
        }
    }

    private void make(Path place, Predicate<Path> isWhole, Maker maker) throws IOException, InterruptedException {
        var work = runFolders.make("cache");
        try (var undo = new Undo()) {
            undo.later(() -> StartedServer.delete(work));
            maker.make(work);
            var parent = place.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            RunFolders.delete(place); // not whole
            Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!isWhole.test(place)) {
                throw e;
            }
        }
    }
}
