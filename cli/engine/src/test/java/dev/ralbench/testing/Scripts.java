package dev.ralbench.testing;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;

/** Servers as scripts: those of the literature, and some that are slow to connect to, or cannot be connected to. */
public final class Scripts {
    private Scripts() {}

    /** A server without a limit that answers after a fixed time. */
    public static ScriptedSender.Script fixedDelay(Duration delay) {
        return start -> ScriptedSender.ScriptedResponse.ok(start + delay.toNanos());
    }

    /** So many workers, each busy for the service time, first come first served. */
    public static ScriptedSender.Script workers(int workers, Duration serviceTime) {
        var freeAt = new PriorityQueue<Long>();
        for (int i = 0; i < workers; i++) {
            freeAt.add(0L);
        }
        return start -> {
            long end = Math.max(start, freeAt.remove()) + serviceTime.toNanos();
            freeAt.add(end);
            return ScriptedSender.ScriptedResponse.ok(end);
        };
    }

    /** A server that refuses every connection. */
    public static ScriptedSender.Script refusing() {
        return connecting(start -> -1, start -> ScriptedSender.ScriptedResponse.never());
    }

    /**
     * Connections that take their time.
     *
     * @param connectNanos how long, by when it begins; negative: it is refused
     */
    public static ScriptedSender.Script connecting(LongUnaryOperator connectNanos, ScriptedSender.Script responses) {
        return new ScriptedSender.Script() {
            @Override
            public ScriptedSender.ScriptedResponse response(long startNanos) {
                return responses.response(startNanos);
            }

            @Override
            public long connectNanos(long startNanos) {
                return connectNanos.applyAsLong(startNanos);
            }
        };
    }
}
