package dev.ralbench.dependency;

import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.load.data.Rows;
import dev.ralbench.process.Rollback;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The servers of one trial.
 *
 * @param kinds of all of them
 */
public record RunningEnvironment(List<RunningServer> servers, List<DependencyKind> kinds) implements AutoCloseable {
    public RunningEnvironment {
        servers = List.copyOf(servers);
        kinds = List.copyOf(kinds);
    }

    /** The values of all servers' placeholders. */
    public Map<String, String> placeholders() {
        var placeholders = new TreeMap<String, String>();
        servers.forEach(server -> placeholders.putAll(server.placeholders()));
        return placeholders;
    }

    /**
     * Asks one of the servers for rows.
     *
     * @param dependency its name
     * @throws IllegalArgumentException with the end of a sentence that begins with the query, if it finds none
     */
    public Rows rows(String dependency, String sql) throws InterruptedException {
        var kind = kinds.stream()
                .filter(each -> each.name().equals(dependency))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("asks " + dependency + ", which is not up"));
        return kind.rows(sql, placeholders());
    }

    /** Stops all of them, in the reverse order, even after failures. */
    @Override
    public void close() {
        try (var undo = new Rollback()) {
            servers.forEach(server -> undo.later(server::close));
        }
    }
}
