package dev.ralbench.load;

import org.jspecify.annotations.Nullable;

/** Waits for the requests in flight of one event loop at the end of a turn. */
final class Drain {
    private @Nullable Runnable done;

    /** @param whenDone run once, when no user is active */
    void begin(Runnable whenDone) {
        done = whenDone;
    }

    /** To be called whenever a user rests. */
    void look(Roster users) {
        var now = done;
        if (now != null && users.isEmpty()) {
            done = null;
            now.run();
        }
    }
}
