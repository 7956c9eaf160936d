package dev.ralbench.dependency.kind;

import java.util.HashMap;
import java.util.Map;

/**
 * Where the user wants servers to come from.
 *
 * @param byKind by the name of the kind; a kind that is absent is left to ralbench
 */
public record ServerSources(Map<String, ServerSource> byKind) {
    public ServerSources {
        byKind = Map.copyOf(byKind);
    }

    /** Nothing said. */
    public static ServerSources none() {
        return new ServerSources(Map.of());
    }

    public ServerSources with(String kind, ServerSource source) {
        var all = new HashMap<>(byKind);
        all.put(kind, source);
        return new ServerSources(all);
    }

    public ServerSource of(String kind) {
        return byKind.getOrDefault(kind, ServerSource.NONE);
    }

    /** Whether a program of this machine is to be started. */
    public boolean hasProgram() {
        return byKind.values().stream().anyMatch(source -> source.program().isPresent());
    }
}
