package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.cache.CacheInspection;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Whether the cached files are unchanged, read to the last byte by {@code doctor}. */
record CacheCheck(UserCache cache) {
    private static final String ABOUT = "cached parts";

    /** Drops damaged files: there is no other use for them, and the next run recreates them. */
    List<Finding> findings() {
        try {
            return findings(new CacheInspection(cache).dropDamaged());
        } catch (Failure failure) {
            return List.of(Finding.limited(ABOUT, failure));
        } catch (IOException e) {
            return List.of(Finding.limited(ABOUT, "cannot be read: " + e, "give rights to " + cache.root()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static List<Finding> findings(CacheInspection.Findings found) {
        var findings = new ArrayList<Finding>();
        for (var title : found.dropped()) {
            findings.add(
                    Finding.limited(ABOUT, title + " was damaged and has been removed", "the next run makes it again"));
        }
        found.kept()
                .forEach((title, why) -> findings.add(Finding.limited(
                        ABOUT, title + " is damaged and cannot be removed: " + why, "remove it by hand")));
        findings.add(Finding.fine(ABOUT, found.whole() + " whole, every byte as it was made"));
        return findings;
    }
}
