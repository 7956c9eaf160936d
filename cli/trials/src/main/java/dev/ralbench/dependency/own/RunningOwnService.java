package dev.ralbench.dependency.own;

import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DataDirectory;
import dev.ralbench.dependency.kind.LaunchedServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.service.RunningTarget;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A started service of the author's own.
 *
 * @param base the directories that were made for it
 */
record RunningOwnService(DeclaredService need, RunningTarget service, Path base) implements LaunchedServer {
    @Override
    public String name() {
        return need.name();
    }

    @Override
    public String title() {
        return name();
    }

    @Override
    public String product() {
        return name();
    }

    @Override
    public String origin() {
        return need.image().map(image -> "container " + image).orElse("command " + need.command());
    }

    /** ralbench cannot ask it for its counts. */
    @Override
    public Optional<ServedCounts> counts() {
        return Optional.empty();
    }

    @Override
    public void close() {
        try {
            service.close();
        } finally {
            DataDirectory.delete(base);
        }
    }
}
