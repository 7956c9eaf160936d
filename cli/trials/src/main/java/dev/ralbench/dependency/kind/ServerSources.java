package dev.ralbench.dependency.kind;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the user wants servers to come from.
 *
 * @param byKind by the name of the kind; a kind that is absent is left to ralbench
 */
public record ServerSources(Map<String, Source> byKind) {
    public ServerSources {
        byKind = Map.copyOf(byKind);
    }

    /**
     * Where the user wants one kind of server to come from; empty leaves it to ralbench.
     *
     * @param url a server that runs already: {@code mysql://user:password@host:port}
     * @param program path or name of a program to start as a process
     */
    public record Source(Optional<URI> url, Optional<String> program) {
        /** Nothing said. */
        public static final Source NONE = new Source(Optional.empty(), Optional.empty());
    }

    /** Nothing said. */
    public static ServerSources none() {
        return new ServerSources(Map.of());
    }

    public ServerSources with(String kind, Source source) {
        var all = new HashMap<>(byKind);
        all.put(kind, source);
        return new ServerSources(all);
    }

    public Source of(String kind) {
        return byKind.getOrDefault(kind, Source.NONE);
    }

    /** Whether a program of this machine is to be started. */
    public boolean hasProgram() {
        return byKind.values().stream().anyMatch(source -> source.program().isPresent());
    }
}
