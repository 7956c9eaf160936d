package dev.ralbench.environment;

import org.jspecify.annotations.Nullable;

/** Counts of a Redis server, from its INFO. */
final class RedisCounter implements Counter {
    private final ServerUrl url;
    /** Set by the thread that asks; another one closes it. */
    private volatile @Nullable RedisAccess access;

    RedisCounter(ServerUrl url) {
        this.url = url;
    }

    @Override
    public ServedCounts read() {
        var commands = open().commands();
        // Two questions: before version 7 INFO takes one section at a time.
        return CommandStats.counts(commands.info("commandstats"), InfoText.parse(commands.info("clients")));
    }

    private RedisAccess open() {
        var open = access;
        if (open != null && open.isOpen()) {
            return open;
        }
        close();
        open = RedisAccess.open(url, 0);
        access = open;
        return open;
    }

    @Override
    public void close() {
        var open = access;
        if (open != null) {
            access = null;
            open.close();
        }
    }
}
