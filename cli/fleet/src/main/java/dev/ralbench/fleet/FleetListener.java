package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;

/** What the main learns from agents without a call. Called on one thread per agent, which must not be held up. */
public interface FleetListener {
    /**
     * Figures, as {@link MainLink#progress} got them.
     *
     * @param load its number, as {@link FleetAgent#prepare} got it
     */
    void progress(FleetAgent agent, int load, byte[] figures);

    /** As {@link MainLink#reached} says; unless its load has ended, the agent waits for {@link FleetAgent#goOn}. */
    void reached(FleetAgent agent, int load, Point point, int window, LeastLengths atLeast);

    /** The agent's load failed; the agent itself still answers. */
    void failed(FleetAgent agent, int load, Failure failure);

    /** The agent is gone, and all calls to it fail with the same failure. Comes once, and not after {@link Fleet#close}. */
    void lost(FleetAgent agent, Failure failure);
}
