package dev.ralbench.testing;

import java.time.Duration;
import java.util.PriorityQueue;

/** Servers of the literature as scripts. */
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
}
