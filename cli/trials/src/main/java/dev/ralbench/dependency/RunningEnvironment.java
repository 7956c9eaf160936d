package dev.ralbench.dependency;

import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.process.Rollback;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The servers of one trial. */
public record RunningEnvironment(List<RunningServer> servers) implements AutoCloseable {
    public RunningEnvironment {
        servers = List.copyOf(servers);
    }

    /** The values of all servers' placeholders. */
    public Map<String, String> placeholders() {
        var placeholders = new TreeMap<String, String>();
        servers.forEach(server -> placeholders.putAll(server.placeholders()));
        return placeholders;
    }

    /** Stops all of them, in the reverse order, even after failures. */
    @Override
    public void close() {
        try (var undo = new Rollback()) {
            servers.forEach(server -> undo.later(server::close));
        }
    }
}
