package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetLauncher;
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
        TargetLauncher launcher) {}
