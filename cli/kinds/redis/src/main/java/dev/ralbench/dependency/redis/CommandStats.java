package dev.ralbench.dependency.redis;

import dev.ralbench.WholeNumber;
import dev.ralbench.dependency.kind.ServedCounts;
import java.util.Set;
import java.util.regex.Pattern;

/** Adds up Redis' INFO commandstats. */
final class CommandStats {
    /** {@code cmdstat_get:calls=21,usec=175,...}; from Redis 7 on with subcommands: {@code cmdstat_config|get:calls=}. */
    private static final Pattern LINE = Pattern.compile("cmdstat_([^:|]+)(?:\\|[^:]*)?:calls=(\\d+),.*");

    /**
     * Commands that ask no data. The number of the others depends on the targets' work; the number of these on how
     * their clients open and keep connections, which ralbench's own do too, and includes ralbench's queries.
     */
    private static final Set<String> ADMINISTRATIVE = Set.of(
            // opening, naming and keeping a connection
            "hello",
            "auth",
            "select",
            "client",
            "ping",
            "echo",
            "quit",
            "reset",
            "readonly",
            "readwrite",
            "asking",
            // questions about the server, which drivers and monitoring ask
            "info",
            "command",
            "config",
            "acl",
            "cluster",
            "memory",
            "latency",
            "slowlog",
            "module",
            "monitor",
            "debug",
            "time",
            "role",
            "lastsave",
            "dbsize",
            // its own keeping
            "save",
            "bgsave",
            "bgrewriteaof",
            "shutdown",
            "failover",
            "replicaof",
            "slaveof",
            "replconf",
            "psync",
            "sync",
            "wait",
            "waitaof",
            // the frame around a transaction, whose commands are counted one by one
            "multi",
            "exec",
            "discard",
            "watch",
            "unwatch",
            // the state of a connection that listens; the messages are counted
            "subscribe",
            "unsubscribe",
            "psubscribe",
            "punsubscribe",
            "ssubscribe",
            "sunsubscribe");

    private CommandStats() {}

    /** Calls since the server's start, whether they succeeded or not. */
    static long served(String info) {
        return info.lines()
                .map(String::strip)
                .map(LINE::matcher)
                .filter(line -> line.matches() && !ADMINISTRATIVE.contains(line.group(1)))
                .mapToLong(line -> WholeNumber.in(line.group(2)).orElse(0L))
                .sum();
    }

    /**
     * All figures, without our own connection.
     *
     * @param clients INFO clients; Redis executes one command at a time, so those under way are the blocked ones
     */
    static ServedCounts counts(String commandStats, InfoText clients) {
        return new ServedCounts(
                served(commandStats),
                clients.number("blocked_clients"),
                Math.max(0, clients.number("connected_clients") - 1));
    }
}
