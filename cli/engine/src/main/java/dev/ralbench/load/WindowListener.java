package dev.ralbench.load;

import java.time.Duration;
import java.util.function.Consumer;

/** Hears which window a load is in. Called on the first event loop; must not block. */
@FunctionalInterface
public interface WindowListener {
    /** A load waits so long for a listener: one that looks at a server that hangs must not stop it. */
    Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** A window began. */
    void windowBegan(int window);

    /**
     * A counted window ended with another to come, or one of a planned length with a counted one to come, or the last one,
     * after which users have yet to send what comes after their journeys: none of its requests is open, and no user has
     * sent one since. Other windows of a planned length follow each other without a
     * pause.
     *
     * @param goOn begins the next window, or what comes after the journeys; may be called from any thread, also more than once. If it is not called
     *     within {@link #LONGEST_WAIT}, the load goes on by itself
     */
    default void windowEnded(int window, Runnable goOn) {
        goOn.run();
    }

    /**
     * The time of a turn, or of a window of a planned length before a counted one, is over: sending stops, and requests
     * in flight are awaited.
     */
    default void drains(int window) {}

    /**
     * The load rests after a warm-up or a turn: nothing is in flight. It does not go on by itself. Not called after the
     * last turn, with which the load ends.
     *
     * @param goOn begins the next lead-in; it and the turn after it take at least as long as given and as planned. May be
     *     called from any thread, also more than once
     */
    default void rests(int window, Consumer<LeastLengths> goOn) {
        goOn.accept(LeastLengths.NONE);
    }
}
