package dev.ralbench.load;

import org.jspecify.annotations.Nullable;

/** Waits for the requests in flight of one event loop at the end of a window. */
final class Drain {
    private @Nullable Runnable done;

    /** @param whenDone run once, when nothing is in flight */
    void begin(Runnable whenDone) {
        done = whenDone;
    }

    /** To be called whenever something that was in flight has ended. */
    void look(boolean isQuiet) {
        var now = done;
        if (now != null && isQuiet) {
            done = null;
            now.run();
        }
    }
}
