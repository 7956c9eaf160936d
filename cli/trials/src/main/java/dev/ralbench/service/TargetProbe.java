package dev.ralbench.service;

import dev.ralbench.measurement.InsideView;

/**
 * Looks into a running target, window by window. Attached before the load begins, for every variant alike, because
 * looking costs the target a few threads and allocations. Used by one thread.
 */
public interface TargetProbe extends AutoCloseable {
    /**
     * Ends the current window, if there is one, and begins the next: peaks are reset.
     *
     * @return the view since the last call, or since the probe was opened
     */
    InsideView nextWindow();

    /** Takes one sample of figures without counter or peak (threads by name); called about once a second. */
    void poll();

    /** The latest values for the live display; cheap. */
    ProbeGlance glance();

    @Override
    void close();
}
