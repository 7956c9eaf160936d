package dev.ralbench.dependency.kind;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A dependency that can be used. {@code close()} stops it where ralbench started it. */
public interface RunningServer extends AutoCloseable {
    /** The dependency's name: {@code mysql}, {@code redis}. */
    String name();

    /** The name for messages. */
    default String title() {
        return name() + " (" + product() + ")";
    }

    /** Its own name with its version: {@code MySQL 9.7.4}, {@code MariaDB 11.4.5}, {@code Redis 7.0.15}. */
    String product();

    /** How it comes to be here, in a few words: {@code embedded}, {@code container ralbench/mysql:9.7}, a path, a host. */
    String origin();

    /** Values of placeholders: {@code mysql.host}, {@code mysql.port}, {@code mysql.database} and so on. */
    Map<String, String> placeholders();

    /** Seconds from the process's start, with data restored, to its first answer; empty if it was running already. */
    OptionalDouble startupSeconds();

    /**
     * Asks for its counts. Cheap enough for once a second.
     *
     * @return empty when it does not answer within a second
     */
    Optional<ServedCounts> counts();

    /**
     * Whether it can still answer: for one that ralbench started, whether its process lives; for another, whether the last
     * questions for its counts found it there.
     */
    boolean isAlive();

    /** See {@link dev.ralbench.process.StartedService#endedWith}. */
    default Optional<String> endedWith() {
        return Optional.empty();
    }

    /** The main process; empty unless ralbench started it. */
    OptionalLong pid();

    /** The file with its output; empty if it was running already. */
    Optional<Path> log();

    /** The error that its output ends with, or else its last lines, for messages; empty if there are none. */
    String logTail();

    @Override
    void close();
}
