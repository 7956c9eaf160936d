package dev.ralbench.cache;

import dev.ralbench.Failure;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps others, in this and in other processes, from making the same part of the cache at the same time. It only saves
 * duplicate work: a part is completed next to its place and moved there by one rename, so nothing breaks without the
 * lock.
 */
final class CacheLock implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final FileChannel channel;

    private CacheLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until it is free of other processes and threads.
     *
     * @param part the name of the part
     * @param onWait called once when another one does
     */
    static CacheLock take(UserCache cache, String part, Runnable onWait) throws InterruptedException {
        var file = cache.directory("locks").resolve(part.replace('/', '-'));
        try {
            // Waits on one channel: to close any of a file gives up all locks that this process has on it.
            var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                await(channel, onWait);
                return new CacheLock(channel);
            } catch (InterruptedException | IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw Failure.environment(
                            "the cache cannot be locked by " + file,
                            String.valueOf(e.getMessage()),
                            "give rights there, or name another directory by " + UserCache.VARIABLE)
                    .causedBy(e);
        }
    }

    private static void await(FileChannel channel, Runnable onWait) throws IOException, InterruptedException {
        if (attempt(channel).isPresent()) {
            return;
        }
        onWait.run();
        while (attempt(channel).isEmpty()) {
            LockSupport.parkNanos(PAUSE_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while another ralbench was at the same work");
            }
        }
    }

    private static Optional<FileLock> attempt(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException e) {
            return Optional.empty(); // another thread of this process has it
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The kernel gives it up with the process.
        }
    }
}
