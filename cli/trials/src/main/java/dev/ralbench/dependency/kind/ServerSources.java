package dev.ralbench.dependency.kind;

import java.net.URI;
import java.util.Optional;

/**
 * Where the user wants servers to come from; empty is for ralbench to decide.
 *
 * @param mysqlUrl a server that runs already: {@code mysql://user:password@host:port}
 * @param redisUrl likewise: {@code redis://:password@host:port}
 * @param mysqlProgram path or name of a mysqld or mariadbd to start as a process
 * @param redisProgram path or name of a redis-server to start as a process
 */
public record ServerSources(
        Optional<URI> mysqlUrl, Optional<URI> redisUrl, Optional<String> mysqlProgram, Optional<String> redisProgram) {

    /** Nothing said. */
    public static ServerSources none() {
        return new ServerSources(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
