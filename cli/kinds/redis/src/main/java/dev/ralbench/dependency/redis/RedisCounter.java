package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.kind.ServerUrl;
import io.lettuce.core.RedisException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts of a Redis server, from its INFO. */
final class RedisCounter implements Counter {
    private final ServerUrl url;
    /** Set by the thread that asks; another one closes it. */
    private volatile @Nullable RedisAccess access;

    private boolean isClosed; // guarded by this

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
        if (open != null) {
            open.close();
        }
        var made = RedisAccess.open(url, 0);
        if (!isKept(made)) {
            made.close();
            throw new RedisException("closed while it connected");
        }
        return made;
    }

    private synchronized boolean isKept(RedisAccess made) {
        if (!isClosed) {
            access = made;
        }
        return !isClosed;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        Optional.ofNullable(access).ifPresent(RedisAccess::close);
    }
}
