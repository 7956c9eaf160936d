package dev.ralbench.fleet;

import dev.ralbench.Failure;

/** What the main learns from agents without a call. Called on one thread per agent, which must not be held up. */
public interface FleetListener {
    /** Figures, as {@link MainLink#progress} got them. */
    void progress(FleetAgent agent, byte[] figures);

    /** As {@link MainLink#reached} says; unless its load has ended, the agent waits for {@link FleetAgent#goOn}. */
    void reached(FleetAgent agent, Point point, int window);

    /** The agent's load failed; the agent itself still answers. */
    void failed(FleetAgent agent, Failure failure);

    /** The agent is gone, and all calls to it fail with the same failure. Comes once, and not after {@link Fleet#close}. */
    void lost(FleetAgent agent, Failure failure);
}
