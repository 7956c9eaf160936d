package dev.ralbench.testing;

import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The cache of the integration tests, kept from one build to the next, since unpacking takes seconds. */
public final class ItCache {
    public static final UserCache SHARED = new UserCache(Repository.path("cli", "target", "it-cache"));

    /** The environment of a ralbench that uses it. */
    public static final Map<String, String> ENVIRONMENT =
            Map.of(UserCache.VARIABLE, SHARED.root().toString());

    private static final List<String> SERVERS = List.of("mariadb-11.4.5", "postgresql-18.6", "redis-7.0.15");

    private ItCache() {}

    /** Another cache, which has nothing but the servers that are unpacked in this one, as links. */
    public static UserCache withServersIn(Path directory) throws IOException {
        var cache = new UserCache(directory);
        Files.createDirectories(cache.root());
        for (var server : SERVERS) {
            var unpacked = SHARED.root().resolve(server);
            if (Files.exists(unpacked)) {
                Files.createSymbolicLink(cache.root().resolve(server), unpacked);
            }
        }
        return cache;
    }

    /** Takes the links away: JUnit warns of those that lead out of a directory that it deletes. */
    public static void unlink(UserCache cache) throws IOException {
        for (var server : SERVERS) {
            var place = cache.root().resolve(server);
            if (Files.isSymbolicLink(place)) {
                Files.delete(place);
            }
        }
    }
}
