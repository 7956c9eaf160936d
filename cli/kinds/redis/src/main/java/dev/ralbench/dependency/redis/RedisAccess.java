package dev.ralbench.dependency.redis;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.dependency.kind.NetworkReason;
import dev.ralbench.dependency.kind.ServerUrl;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;

/** A connection to a Redis server, with the threads that it needs. */
final class RedisAccess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    private RedisAccess(RedisClient client, StatefulRedisConnection<String, String> connection) {
        this.client = client;
        this.connection = connection;
    }

    /** @throws RedisException if there is no connection, or the server refuses the user */
    static RedisAccess open(ServerUrl url, int database) {
        var client = RedisClient.create(uri(url, database));
        // Without it lettuce logs each attempt to connect again; the counter connects again when it is asked.
        client.setOptions(ClientOptions.builder().autoReconnect(false).build());
        try {
            return new RedisAccess(client, client.connect());
        } catch (RedisException e) {
            shutDown(client);
            throw e;
        }
    }

    private static RedisURI uri(ServerUrl url, int database) {
        var builder = RedisURI.builder()
                .withHost(url.socketHost())
                .withPort(url.port())
                .withDatabase(database)
                .withTimeout(LIMIT)
                .withClientName("ralbench");
        if (url.password().isEmpty()) {
            return builder.build();
        }
        var password = url.password().toCharArray();
        return (url.user().isEmpty()
                        ? builder.withPassword(password)
                        : builder.withAuthentication(url.user(), password))
                .build();
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public void close() {
        shutDown(client);
    }

    /**
     * Without a quiet period, which is for clients that others may still use. An interrupt must not prevent the
     * shutdown.
     */
    private static void shutDown(RedisClient client) {
        boolean interrupted = Thread.interrupted();
        try {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        } catch (RedisException e) {
            // Interrupted again, or the connection broke: its threads end by themselves, and do not keep the process
            // alive.
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static Failure cannotReach(ServerUrl url, RedisException e) {
        var what = "the Redis server at " + url.address() + " cannot be used";
        return NetworkReason.of(e)
                .map(reason ->
                        Failure.environment(what, reason, "check host and port of --redis-url, and that it runs"))
                .orElseGet(() -> Failure.environment(
                        what,
                        rootMessage(e) + (url.user().isEmpty() ? "" : " (as " + url.user() + ")"),
                        "check user and password of --redis-url, and that a Redis server listens there"))
                .causedBy(e);
    }

    /** The server's own words are in the innermost exception. */
    private static String rootMessage(Throwable failure) {
        var root = failure;
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        var line = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        return Printable.line(line); // lettuce quotes the text of other kinds of servers
    }
}
