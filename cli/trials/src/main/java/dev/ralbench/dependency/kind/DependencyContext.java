package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;

/**
 * The means to make dependencies of all kinds.
 *
 * @param finder of the servers' programs
 * @param cacheParts for unpacked servers and loaded data
 * @param runDirectories for the servers' files
 * @param notes take progress while a user waits
 * @param targets the services built into ralbench
 * @param launcher starts those
 */
public record DependencyContext(
        ServiceStarter starter,
        ServerFinder finder,
        UserCache cache,
        CacheParts cacheParts,
        RunDirectories runDirectories,
        Clock clock,
        Consumer<String> notes,
        TargetCatalog targets,
        TargetLauncher launcher) {
    /** Starts programs of servers. */
    public ServerLauncher servers() {
        return new ServerLauncher(starter, clock, runDirectories);
    }

    /**
     * Whether this process runs as root, for which servers need an option. Judges by the owner of a file that it creates,
     * because a user's name may be missing or any.
     */
    public boolean isRoot() {
        try {
            var probe = Files.createTempFile(cache.root(), "owner", "");
            try {
                return Integer.valueOf(0).equals(Files.getAttribute(probe, "unix:uid"));
            } finally {
                Files.delete(probe);
            }
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
