package dev.ralbench.dependency.kind;

import java.net.URI;
import java.util.Optional;

/**
 * Where the user wants one kind of server to come from; empty leaves it to ralbench.
 *
 * @param url a server that runs already: {@code mysql://user:password@host:port}
 * @param program path or name of a program to start as a process
 */
public record ServerSource(Optional<URI> url, Optional<String> program) {
    /** Nothing said. */
    public static final ServerSource NONE = new ServerSource(Optional.empty(), Optional.empty());
}
