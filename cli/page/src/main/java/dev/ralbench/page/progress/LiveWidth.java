package dev.ralbench.page.progress;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** The width of a terminal that may be resized. Asking takes a process, so it happens only after a resize. */
public final class LiveWidth {
    private final Supplier<Optional<Integer>> terminal;
    /** Set by the thread that hears of signals. */
    private final AtomicBoolean isOutdated = new AtomicBoolean();

    private int columns;

    /**
     * @param columns at first
     * @param terminal asks for the columns; empty if it does not answer
     */
    public LiveWidth(int columns, Supplier<Optional<Integer>> terminal) {
        this.columns = columns;
        this.terminal = terminal;
    }

    /** The terminal has another size than before; may be called by any thread. */
    void resized() {
        isOutdated.set(true);
    }

    int columns() {
        if (isOutdated.getAndSet(false)) {
            columns = terminal.get().orElse(columns);
        }
        return columns;
    }
}
