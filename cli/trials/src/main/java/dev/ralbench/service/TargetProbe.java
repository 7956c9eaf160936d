package dev.ralbench.service;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.Optional;

/**
 * Looks into a running target, window by window. Attached before the load begins, for every variant alike, because
 * looking costs the target a few threads and allocations. Used by one thread.
 */
public interface TargetProbe extends AutoCloseable {
    /** The target's pools of threads and connections now, by name, as far as it shows them; waits for its answer. */
    Map<String, PoolUse> pools();

    /**
     * Ends the current window, if there is one, and begins the next: peaks are reset.
     *
     * @return the view since the last call, or since the probe was opened; empty if the target can no longer be looked into
     */
    Optional<InsideView> nextWindow();

    /**
     * Asks for figures that take the target a while, such as the use of its pools; called some time before {@link #poll}, and does not wait.
     *
     * @param isFollowed whether its heap is recorded over time: to ask for that costs the target CPU time
     */
    void ask(boolean isFollowed);

    /**
     * Takes one sample; called about once a second. Peaks of figures that have none of their own (threads by name) are
     * made of these.
     *
     * @return empty once the target has ended
     */
    Optional<ProbeSample> poll();

    /** The latest values for the live display; cheap. */
    ProbeGlance glance();

    @Override
    void close();
}
