package dev.ralbench.environment;

import java.util.ArrayDeque;
import java.util.Deque;

/** Takes back the steps of a start that did not come to its end, the last one first. */
final class Undo implements AutoCloseable {
    private final Deque<Runnable> steps = new ArrayDeque<>();

    void later(Runnable step) {
        steps.push(step);
    }

    /** The start came to its end. */
    void forget() {
        steps.clear();
    }

    @Override
    public void close() {
        steps.forEach(Runnable::run);
    }
}
