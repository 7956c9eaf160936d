package dev.ralbench.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** Takes back the steps of a start that did not come to its end, the last one first. */
public final class Rollback implements AutoCloseable {
    private final Deque<Runnable> steps = new ArrayDeque<>();

    public void later(Runnable step) {
        steps.push(step);
    }

    /** The start came to its end. */
    public void forget() {
        steps.clear();
    }

    /** Takes all of them back; throws the first failure, with later ones suppressed in it. */
    @Override
    public void close() {
        Closings.inTurn(steps);
    }
}
