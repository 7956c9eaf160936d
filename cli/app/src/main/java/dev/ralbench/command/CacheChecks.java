package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.cache.CacheInspection;
import dev.ralbench.cache.CacheUse;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetPreparation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The user's cache, as {@code doctor} finds it: files that are damaged, and start-up caches that no run uses. */
record CacheChecks(UserCache cache, Clock clock) {
    private static final String PARTS = "cached parts";
    private static final String START_UP = "start-up caches";

    /**
     * Reads every cached file to its last byte. Drops damaged ones: there is no other use for them, and the next run
     * recreates them.
     */
    List<Finding> parts() {
        return readable(PARTS, () -> parts(new CacheInspection(cache).dropDamaged()));
    }

    private static List<Finding> parts(CacheInspection.Findings found) {
        var findings = new ArrayList<Finding>();
        for (var title : found.dropped()) {
            findings.add(
                    Finding.limited(PARTS, title + " was damaged and has been removed", "the next run makes it again"));
        }
        found.kept()
                .forEach((title, why) -> findings.add(Finding.limited(
                        PARTS, title + " is damaged and cannot be removed: " + why, "remove it by hand")));
        findings.add(Finding.fine(PARTS, found.whole() + " whole, every byte as it was made"));
        return findings;
    }

    /**
     * How many start-up caches of targets there are, and how many of them no run has used for long.
     *
     * @param clean whether unused ones are removed
     */
    List<Finding> startUpCaches(boolean clean) {
        return readable(START_UP, () -> List.of(startUpCache(clean)));
    }

    private Finding startUpCache(boolean clean) throws IOException, InterruptedException {
        var caches = new CacheUse(cache, TargetPreparation.START_UP_CACHES);
        var since = clock.now().minus(TargetPreparation.START_UP_CACHES_KEPT);
        var removed = clean ? caches.removeUnusedSince(since) : List.<CacheUse.PartUse>of();
        var there = caches.parts();
        var unused =
                there.stream().filter(part -> part.lastUse().isBefore(since)).toList();
        var text = text(there) + (removed.isEmpty() ? "" : "; removed " + text(removed));
        return unused.isEmpty()
                ? Finding.fine(START_UP, text)
                : Finding.limited(
                        START_UP,
                        text + "; unused for " + TargetPreparation.START_UP_CACHES_KEPT.toDays() + " days: "
                                + text(unused),
                        "ralbench doctor --clean, removes these");
    }

    private static String text(List<CacheUse.PartUse> parts) {
        long bytes = parts.stream().mapToLong(CacheUse.PartUse::bytes).sum();
        return parts.size() + " (" + (bytes >> 20) + " MiB)";
    }

    private interface CacheReader {
        List<Finding> read() throws IOException, InterruptedException;
    }

    private List<Finding> readable(String about, CacheReader reader) {
        try {
            return reader.read();
        } catch (Failure failure) {
            return List.of(Finding.limited(about, failure));
        } catch (IOException e) {
            return List.of(Finding.limited(about, "cannot be read: " + e, "give rights to " + cache.root()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
