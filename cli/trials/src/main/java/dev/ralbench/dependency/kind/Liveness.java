package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import java.io.EOFException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;

/**
 * Whether a server is still there, by the outcome of queries. Only connections that are refused or broken speak against
 * it, and only several in a row: a busy server answers late, or that it has no connection to spare.
 */
final class Liveness {
    private static final int QUESTIONS = 3;
    private static final long SPAN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Clock clock;
    private int broken;
    private long firstBrokenNanos;
    /** Volatile: read by threads that do not ask. */
    private volatile boolean isAlive = true;

    Liveness(Clock clock) {
        this.clock = clock;
    }

    void answered() {
        broken = 0;
        isAlive = true;
    }

    void failed(Throwable failure) {
        if (!isConnectionBroken(failure)) {
            answered();
            return;
        }
        if (broken == 0) {
            firstBrokenNanos = clock.nanoTime();
        }
        broken++;
        isAlive = broken < QUESTIONS || clock.nanoTime() - firstBrokenNanos < SPAN_NANOS;
    }

    boolean isAlive() {
        return isAlive;
    }

    private static boolean isConnectionBroken(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketException
                    || cause instanceof EOFException
                    || cause instanceof ClosedChannelException) {
                return true;
            }
        }
        return false;
    }
}
