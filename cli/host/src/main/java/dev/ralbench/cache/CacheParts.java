package dev.ralbench.cache;

import dev.ralbench.Failure;
import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Makes parts of the cache, each whole or not there, and hands them out. A part whose files have other sizes or times
 * than when it was made is read, and recreated if its content has changed. Safe for use by several threads.
 */
public final class CacheParts {
    /** Why a part is dropped whose files are not as they were made. */
    public static final String DAMAGED = "was damaged";

    private final UserCache cache;
    private final RunDirectories runDirectories;
    private final Consumer<String> notes;
    /** The parts that were handed out, by name. */
    private final Map<String, CachePart> used = new ConcurrentHashMap<>();

    /** @param notes told of every part that is damaged, and of waiting for another ralbench */
    public CacheParts(UserCache cache, RunDirectories runDirectories, Consumer<String> notes) {
        this.cache = cache;
        this.runDirectories = runDirectories;
        this.notes = notes;
    }

    /**
     * The part's directory, made now unless it is there and as it was made.
     *
     * @throws Failure when it cannot be written
     */
    public Path get(CachePart part) throws InterruptedException {
        var found = find(part);
        if (found.isPresent()) {
            return found.get();
        }
        try {
            locked(part, () -> {
                if (find(part).isEmpty()) {
                    make(part);
                }
            });
            return place(part);
        } catch (IOException e) {
            throw Failure.environment(
                            part.work() + " failed",
                            String.valueOf(e),
                            "make room or give rights in " + cache.root() + ", or name another directory by "
                                    + UserCache.VARIABLE)
                    .causedBy(e);
        }
    }

    /** The part's directory if it is there and as it was made. */
    public Optional<Path> find(CachePart part) {
        used.put(part.name(), part);
        var place = place(part);
        boolean isWhole = Stamp.read(place)
                .filter(stamp -> stamp.looksLike(place) || isOnlyTouched(stamp, place))
                .isPresent();
        return isWhole && part.isUsable().test(place) ? Optional.of(place) : Optional.empty();
    }

    /** The next time it is quick again, if the stamp can be written. */
    private static boolean isOnlyTouched(Stamp stamp, Path place) {
        boolean isTrue = stamp.isTrueOf(place);
        if (isTrue) {
            try {
                stamp.withTimesOf(place).write(place);
            } catch (IOException e) {
                // A cache that this user may only read: its content is right all the same.
            }
        }
        return isTrue;
    }

    /**
     * Reads every byte of the parts that were handed out, and drops those that are damaged; to be called when something
     * that uses them does not work. {@link #get} makes them again.
     *
     * @return whether any was damaged
     */
    public boolean dropDamaged() throws InterruptedException {
        boolean any = false;
        for (var part : used.values()) {
            if (isDamaged(part)) {
                drop(part, DAMAGED);
                any = true;
            }
        }
        return any;
    }

    /** Whether its content has changed; reads every byte. An absent part is undamaged. */
    public boolean isDamaged(CachePart part) {
        return isDamaged(place(part));
    }

    static boolean isDamaged(Path place) {
        return Stamp.isIn(place)
                && Stamp.read(place).filter(stamp -> stamp.isTrueOf(place)).isEmpty();
    }

    /**
     * Removes a part that is of no use, and says so.
     *
     * @param why behind its title: {@code was damaged}
     */
    public void drop(CachePart part, String why) throws InterruptedException {
        try {
            locked(part, () -> remove(part, why));
        } catch (IOException e) {
            throw Failure.environment(
                            part.title() + " " + why + " and cannot be removed",
                            String.valueOf(e),
                            "remove " + place(part) + " by hand")
                    .causedBy(e);
        }
    }

    private void remove(CachePart part, String why) throws IOException {
        var place = place(part);
        if (Stamp.isIn(place)) {
            notes.accept(part.title() + " " + why + " and is made again");
        }
        DirectoryTree.delete(place);
    }

    @FunctionalInterface
    private interface LockedWork {
        void run() throws IOException, InterruptedException;
    }

    private void locked(CachePart part, LockedWork step) throws IOException, InterruptedException {
        var lock =
                CacheLock.take(cache, part.name(), () -> notes.accept("waiting for another ralbench: " + part.work()));
        try {
            step.run();
        } finally {
            lock.close();
        }
    }

    private Path place(CachePart part) {
        return cache.root().resolve(part.name());
    }

    private void make(CachePart part) throws IOException, InterruptedException {
        var place = place(part);
        remove(part, DAMAGED);
        var work = runDirectories.make("cache");
        try {
            part.maker().make(work);
            Stamp.of(part.title(), work).write(work);
            var parent = place.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (find(part).isEmpty()) { // a ralbench without the lock, such as in a container, may have been quicker
                throw e;
            }
        } finally {
            delete(work);
        }
    }

    private static void delete(Path directory) {
        try {
            DirectoryTree.delete(directory);
        } catch (IOException e) {
            // The guard removes the rest when ralbench ends.
        }
    }
}
