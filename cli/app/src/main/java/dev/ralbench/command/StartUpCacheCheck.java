package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheUse;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetPreparation;
import java.io.IOException;
import java.util.List;

/** How many start-up caches of targets there are, and how many of them no run has used for long. */
record StartUpCacheCheck(UserCache cache, Clock clock) {
    private static final String ABOUT = "start-up caches";

    /** @param clean whether unused ones are removed */
    List<Finding> findings(boolean clean) {
        var caches = new CacheUse(cache, TargetPreparation.START_UP_CACHES);
        var since = clock.now().minus(TargetPreparation.START_UP_CACHES_KEPT);
        try {
            var removed = clean ? caches.removeUnusedSince(since) : List.<CacheUse.PartUse>of();
            var there = caches.parts();
            var unused = there.stream()
                    .filter(part -> part.lastUse().isBefore(since))
                    .toList();
            var text = text(there) + (removed.isEmpty() ? "" : "; removed " + text(removed));
            return List.of(
                    unused.isEmpty()
                            ? Finding.fine(ABOUT, text)
                            : Finding.limited(
                                    ABOUT,
                                    text + "; unused for "
                                            + TargetPreparation.START_UP_CACHES_KEPT.toDays() + " days: "
                                            + text(unused),
                                    "ralbench doctor --clean, removes these"));
        } catch (IOException e) {
            return List.of(Finding.limited(ABOUT, "cannot be read: " + e, "give rights to " + cache.root()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static String text(List<CacheUse.PartUse> parts) {
        long bytes = parts.stream().mapToLong(CacheUse.PartUse::bytes).sum();
        return parts.size() + " (" + (bytes >> 20) + " MiB)";
    }
}
