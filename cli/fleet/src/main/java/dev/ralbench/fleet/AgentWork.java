package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import java.time.Duration;
import java.util.List;

/**
 * What an agent does for one load of a run. {@link #prepare}, {@link #startAt}, {@link #goOn}, {@link #followWith} and
 * {@link #finish} are called one after the other on one thread; {@link #stop} and {@link #abort} may come at any time, on another thread. A method
 * may throw a {@link Failure}, which the main gets as the answer to its call.
 *
 * <p>Instants are of this machine's monotonic clock ({@link dev.ralbench.Clock#nanoTime}).
 */
public interface AgentWork {
    /**
     * Gets ready: everything that takes time, up to open connections.
     *
     * @param share this agent's part of the load, with seed and secrets; must not be written to a file
     * @return what the main should show its user about it: lines as an array of JSON
     */
    byte[] prepare(byte[] share);

    /** The load begins at an instant. Returns before it. */
    void startAt(long nanoTime);

    /**
     * All agents have come to a point, {@link Point#CONNECTIONS} or {@link Point#WINDOW_END}.
     *
     * @param window that begins, or whose users send now; counted from 0
     * @param nanoTime when
     * @param atLeast how long the window and the turn after it take
     * @param repeated if above 0, the window is one more warm-up of so many requests of all agents, not planned
     */
    void goOn(Point point, int window, long nanoTime, LeastLengths atLeast, long repeated);

    /**
     * A search for capacity goes on at other levels than planned.
     *
     * @param window in which the next level settles
     * @param users of each level
     * @param settle time before each
     * @throws Failure if the window is over here, so this part has gone on as planned
     */
    void followWith(int window, List<Integer> users, Duration settle);

    /** Returns what was recorded. Called when the load has ended, or after {@link #stop}; may wait for the last responses. */
    byte[] finish();

    /** Ends the load early and gracefully: {@link #finish} follows. */
    void stop();

    /**
     * Ends the load at once; nothing is recorded any more. Also called if the main is lost, so that no target is loaded
     * for a run that has ended. May come after any other call, and more than once.
     */
    void abort();
}
